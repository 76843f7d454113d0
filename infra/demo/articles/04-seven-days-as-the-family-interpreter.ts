import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'Seven days as the family interpreter',
  excerpt:
    'A bank, a boiler, a dentist, and a parents’ evening at which I had to translate my own bad report. I kept a log of one week of being my parents’ voice.',
  section: 'view',
  authorName: 'Linh Đặng',
  authorAge: 16,
  readTime: 4,
  featured: 0,
  content: `Monday. The bank. My mother wants to know why there is a fee of ninety crowns. I ask the man why there is a fee of ninety crowns. He explains it to me for four minutes, in Czech, using the word “respectively” six times. I turn to my mother and say in Vietnamese, “He doesn’t know either.” She nods. She knew already. I’ve been doing this since I was seven, when I stood on a box at the immigration office and said “my father requests” to a lady who gave me a sweet. I’m writing it down for one week because my friend Bára said it must be so cool to be bilingual, and I didn’t have an answer ready.

Tuesday. Boiler man. There are words I own in only one language. “Valve” I have in Czech. “Homesick” I only really have in Vietnamese. The boiler man says valve eleven times and my father looks at me each time, and I say “the round thing” with more and more authority. After he leaves, Dad takes the cover off and repairs the round thing himself. He trained as an engineer in Hải Phòng. I forget this, because in Czech he has the vocabulary of a polite child.

Wednesday. Nothing to translate. I notice it the way you notice when the fridge stops humming. At dinner Mum talks about her sister for half an hour, and she’s quick and rude and does all the voices. In Czech she’s a woman who says “Good day, please, thank you, bag?” I’ve never met anyone at the shop who knows that my mother is funny.

Thursday. Dentist, with my father. The dentist says, “Tell him it’ll have to come out, and that if he had come two years ago we could have saved it.” I look at Dad, who is lying there with the light in his eyes and both hands holding the armrests. I say, “It has to come out.” The dentist says, “Did you tell him the other part?” I say yes. This is what Bára doesn’t know about being bilingual. You have a pair of scissors, and nobody can see them. I used to be proud of that. I used to think I was protecting him.

Friday. Parents’ evening. I had been looking forward to it, in a criminal way. My maths teacher says to my parents, looking at me, “Linh is capable, but this year she’s been lazy and she doesn’t let anyone help her.” There’s a gap after that, just the width of my mouth. Two years ago, with a different teacher, I turned “disruptive” into “lively”, and my mother bought me a cake. I’ve got “she says I’m doing fine” all ready. And I look at my father, with his cheek still swollen and his good shirt on, leaning forward to catch it, trusting me as you trust a bridge. I translate it word for word. I even do “lazy” properly, and it’s worse in Vietnamese.

My mother says something back. She tells me, translate that. So I have to say to my teacher, in front of my own face, in the first person because that’s how you do it: “I am sorry. I think my daughter is tired, because she has two jobs, school and us, and I have let her do it since it was easier for me than learning.” My teacher doesn’t say anything. I’m not sure whose turn it is.

Saturday. We don’t talk about it. Mum is at the till, and a customer asks whether the batteries are alkaline. I open my mouth from behind the noodles. She holds one hand up flat in my direction without looking round, and says, “Moment.” She turns the packet over. She reads it. It takes as long as it takes. The customer shifts from one foot to the other and I have to physically hold on to a shelf. “Yes,” says my mother, “alkaline.” It’s the same word in nearly every language, as it turns out.

Sunday. I’d always thought that my parents needed me to speak for them, and that the sad part of this story was mine: the little girl on the box. I still think somebody should have found an adult for the immigration office. But I went back over the week and counted, and there were five times when one of them had started a sentence in Czech and I had finished it, because I was faster, because I was embarrassed, because the queue was looking. Nobody asked me to. There’s a course on Tuesdays at the library, and Dad has known about it since spring. The leaflet was under the rice cooker. He says he didn’t sign up because they do it by telephone, and he would’ve had to ask me to ring.

He’s going to ring tomorrow. I’ve agreed to be out of the flat.`,
};

import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'I am not allergic to mushrooms',
  excerpt:
    'When I was eight I told one small lie at Sunday lunch. Six years later there was a second pot of bigos with a red thread on the handle, and my grandfather needed new knees.',
  section: 'view',
  authorName: 'Kasia Wróblewska',
  authorAge: 14,
  authorSchool: 'Primary School No. 2, Sokołowo Leśne',
  readTime: 4,
  featured: 0,
  content: `The lie was born on a Sunday in October, when I was eight and there was a plate in front of me of something in cream that looked as if it had come out of a drain. I said, “I can’t, I’m allergic.” I had just learned the word. A boy in my class was allergic to hazelnuts and had his own shelf in the cupboard, with his name on it.

I expected my mother to laugh. She was on the phone to the insurance people, though, and my aunt Bożena, who heard me, does not laugh at illnesses. She took the plate away and wiped the bit of table where it had been. By evening the whole family knew.

You have to understand about my family and mushrooms. We live at the edge of a forest, and from September nobody has a conversation about anything else. My grandfather has Places. He tells no one where they are. He drives past them and parks two kilometres further on to confuse anybody who is following him, and nobody has ever followed him. In our hall the strings of drying boletus go from nail to nail and you have to duck. Being allergic to mushrooms in this house is like being allergic to stairs.

And they adapted, which was the awful part. At Christmas there were two pots of bigos, mine with a red thread tied to the handle. My grandmother folded eleven separate dumplings, each the size of a thumbnail, with potato in them, because Kasia can’t. My grandfather stopped taking me to the forest. That autumn he took my cousin Bartek instead, who is frightened of moss.

Nobody tells you that a lie needs servicing, like a boiler. At nine I had to come up with a symptom, so I said my tongue went numb. At ten I had to remember which side of my tongue. Before summer camp my mother filled in the medical form and next to “mushrooms” I watched her write “severe”, and underline it.

Then at twelve, at a birthday party, I bit into a slice of pizza without looking and it was the best thing I had ever had in my mouth. I finished it in the bathroom with the door locked. Since then I have eaten mushrooms behind a gym, on the platform at Białystok and once inside a wardrobe. I may be the only person in the region who buys marinated mushrooms with her own pocket money and keeps them behind the winter boots.

I always thought that owning up was a question of courage and that I would do it when I was older and had more. What happened is that I got older and had less. At eight it would have cost me one telling-off. By fourteen it came to sixty-six dumplings.

This September my grandfather had both knees done. He lay on the sofa with the window open, smelling the rain, and he was unbearable. Somebody would have to go for him. Bartek was out of the question. I was in the hall, under the strings, when I heard him say to my grandmother, quietly, that it was a shame about Kasia, because at four she had spotted a whole family of chanterelles from her pushchair, and you can’t teach that, the eye.

So I went in and told him. I told it mainly to his crutches. He was silent for so long that I looked up through the doorway and counted the caps on the nearest string. Thirty-four.

“Eleven a year,” he said. “With potato. Your grandmother has arthritis.”

My grandmother said nothing at all. On Sunday she put a plate of mushrooms in cream in front of me, sat down opposite and watched until it was empty. Then she gave me a second helping, then a third. I still don’t know whether that was forgiveness or the punishment. It was delicious, which made it harder.

The following week my grandfather drew me a map on the back of his hospital discharge, with two crosses, and made me swear on various saints. I walked fifty minutes to the first cross. There was a stump there and a beer can, and not one mushroom. I rang him.

“Good,” he said. “Now I know you go where you say you’re going. Try the other one.”`,
};

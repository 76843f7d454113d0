import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'My cousin’s wedding, take three',
  excerpt:
    'The drone came down at the wrong moment, so my great-aunt was asked to weep again. Notes from a family wedding that was planned, rehearsed and lit for a rectangle nine wide and sixteen tall.',
  section: 'culture',
  authorName: 'Anaya Deshmukh',
  authorAge: 17,
  authorSchool: 'Godavari Vidya Niketan, Nashik',
  readTime: 4,
  featured: 1,
  content: `The first thing I was told about my cousin’s wedding was the date. The second was my position, which was X-7, a cross of yellow tape on the floor of a function hall. I was to be standing on it when the bass dropped.

I should say that I was in favour. I’d been to eleven weddings before this one, and at ten of them I was put on a sofa and fed until I lost the use of my legs. When Shruti announced that this time there would be a choreographer, I felt that at last my generation was being consulted. We rehearsed for three weeks in the basement car park of my uncle’s building. The choreographer was called Vicky sir, he was twenty-four, and he had one note for everybody, which was “Face, face, face.” The dance lasted nineteen seconds. We learned nineteen seconds the way other families learn the names of rivers.

There was a shot list. I saw it; it was laminated. Between “mangalsutra close-up” and “groom reaction (real)” it said “elders emotional x 2”. The videographer’s team was five men in black T-shirts, one of whom did nothing except walk backwards. They had asked for the hall to be rearranged, because a marriage is wide and a phone is tall. So the mandap was built narrow and very high, like a lift. The priest had to sit slightly behind the bride. Relatives who had come from Jalgaon and Pune sat to the left and right of it on good chairs and, in the film, do not exist.

Now the incident. At the vidaai, when the bride leaves her parents’ house, people cry. No one has to be told. My great-aunt Sumati Aji, who is eighty-one and brought Shruti up for six years while her parents were in Muscat, took her face in both hands and said something into her ear, and the two of them came apart like wet paper. I was near enough to see and I had to look at my shoes. Then one of the T-shirts said “Sorry, sorry, sorry.” The drone had come down too early. Could Aji just do that once more, and this time could she turn a little towards the gate?

I waited for someone to hit him. I looked round for my uncle, who has hit people for less. Nobody moved, because for three weeks all of us had been doing things once more and a little towards the gate. And Aji, who has never in her life refused a guest, said “Like this?” and did it again. She took Shruti’s face, she said something, she cried. They did a third for safety.

I came home ready to write an angry article, and for two days I did. It was called “Weeping on Cue” and it was very good. In it there was a golden time when weddings were for the people who were there, and then the phones came. I read it to my mother while she was shelling peas. She said, “You know that I fainted at mine?” I did know, it’s a family legend. She told me that she hadn’t. In 1998 her own aunt had instructed her to sway at the third round of the fire since the groom’s side had been saying the bride was too bold, a working girl, and it would look well. “There were four hundred people watching. What did you think it was,” said my mother, “a private occasion?”

So that was the end of the golden time. I went through the album after that, with a magnifying glass and a nasty mind. My grandmother in 1969, eyes cast down: she told me she had been looking for an earring. My grandfather on a borrowed scooter. There’s a whole row of uncles with one wristwatch among them, being passed along. A wedding has always had an audience, and the audience used to be the neighbours, and they were far crueller than any comment section, and they stayed for lunch.

I was nearly convinced. I’d have finished here, with everyone performing happily down the ages, except that I went to see Sumati Aji to give her the sweets, and I asked what it was that she’d whispered to Shruti. I thought she would say it was private. She said, “The first time I told her where I’ve hidden the gold bangles, in case she ever needs to leave him.” And the second time? “The second time I said to her, I’m saying nothing, I’m just moving my mouth.” And the third? She thought about it. “The third time she said to me, Aji, are your knees all right?”

The film came out last week. It’s four minutes long and has been seen by thirty-one thousand people, most of whom were not fed. They’ve used take three. I’m in it for about a second, on X-7, facing correctly. And there are the two of them at the gate in the gold light, perfectly framed, and I must report that it’s beautiful, and that you would swear they were saying something about love. I’ve watched it a dozen times. I watch the knees now. You can just see Shruti look down.`,
};

import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'Two stars for the film, four for the cat',
  excerpt:
    'The Ayçiçek is an open-air cinema between two blocks of flats, with ninety plastic chairs and a wall. On Saturday they showed the second half first, and hardly anyone left.',
  section: 'culture',
  authorName: 'Yusuf Karaçay',
  authorAge: 16,
  readTime: 4,
  featured: 0,
  content: `What was showing: an old black-and-white melodrama whose title I’ll keep to myself, because the man who runs the Ayçiçek isn’t sure he is allowed to show it. Where: the yard behind the tile shop, on a wall painted white every June by the same two brothers. Price: whatever you put in the olive tin. Running time: ninety-four minutes, in the wrong order.

You come in through the tile shop itself, past the bathroom displays, and so every evening at the Ayçiçek begins with a row of toilets. Then there’s a curtain, then the sky. On the left there are balconies, three floors of them, and the families up there watch for free and comment for free. If you’re about to be surprised, Mrs Sevim on the second floor will let you know.

The film started with a woman in a white coat slapping a man at a railway station. We didn’t know who either of them was. You forgive a film for that, you think: they’ll explain it later. A child died. There was fog. The man said, “You knew, from the beginning you knew,” and about ninety people in the dark who did not know anything leaned forward. After forty minutes came the words THE END and a kiss, and then, without any break, the titles. Then the same woman, younger, no coat, getting down from a bus with a suitcase and looking happy.

It took a moment. Somebody laughed. From the projector we heard Uncle Rıza say a word I can’t use in this magazine, and he stopped the film and stood up in the light, so that his shadow covered half of the wall. He explained that it had come to him as two files. He offered to start again. He offered the olive tin back. There was a vote, with shouting, and the balconies took part although they hadn’t paid, and the result was: keep going.

I’ve been thinking about the next part all week. The second half, which was the first half, should be the dull part. She arrives in the city. He sells lemonade. They meet because she drops an orange. My grandmother has cried at two hundred films like it. Only we knew about the station. He made her a promise on a ferry, and a groan went up from ninety plastic chairs. When she bought the baby a blue hat, a big man in front of me with a football shirt and a bag of seeds said “no, no, no,” very softly, as if he could get it back to the shop. I have seen expensive films with their scenes cleverly out of order, made by directors who did it on purpose, and none of them ever got to a man in a football shirt.

The last picture of the evening was the three of them on the same ferry, with their whole life in front of them, laughing at a seagull. Then the wall was white. Nobody clapped for a bit. Mrs Sevim said from the balcony, “Well, now they’re happy,” and it was true.

Faults: the sound comes out of one loudspeaker, so that everyone in the film seems to be standing at the left. The acting is mostly eyebrows. There’s a water tank on the next roof that fills at ten past ten each night with the noise of a ship sinking, which happened in the middle of the proposal.

As for the cat: she’s grey, with half a tail, and she belongs to the tile shop. During the fog she walked along the top of the wall, in the beam, from right to left, taking her time, and threw a shadow the size of a horse. She stopped exactly over the dead child and sat down and washed.

Verdict: two stars for the film as its makers intended it, I suppose, since I looked it up and it got bad notices even then. Four for the film as shown. Four for the cat. None for my cousin, who left at THE END to get the good tram and still tells everyone that it’s a tragedy.`,
};

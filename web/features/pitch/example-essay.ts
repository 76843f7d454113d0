import { exampleTeaser } from './example-teaser.ts';

/** An essay of the requested length and quality, written by the editors. */
export const exampleEssay = {
  ...exampleTeaser,
  rest: `The mouth was my brother’s. He is nine, he was holding a tablet at the dinner table, and he said to our grandmother, in the voice that I use for closing speeches: “You can’t teach people to use a thing well by taking it away from them.”

That was my line. I had said it two weeks earlier in the school hall, in front of six classes and a judge from the library, and people had clapped before I reached the end. The motion was that phones should be locked away from the first bell to the last. I was against. I had drawn that side out of a hat, but by the final I would have gone to court for it.

I should say how I won, because I was proud of it. I had three arguments, and I had polished them like shoes. One: a rule that nobody believes in only teaches people to hide things. Two: some of us need our phones, for diabetes, for a parent’s shift, for translating a worksheet. Three was the line about taking things away. When Jonas from the other team said he could not remember the last break in which somebody had asked him a question, I answered that this was sad, but not evidence. It got a laugh. We took home a trophy the size of an egg cup, and my mother put it on the fridge.

Now my grandmother put down her fork. She had come for three days, on two buses, with a bag of plums, and she had asked my brother to put the tablet away because she wanted to hear about his swimming. “That is a good sentence,” she told him. “Where did you get it?” He pointed at me. He was pleased, as if he were handing me a present.

I waited for her to argue. I had answers ready; I always have. But she only looked at me and said: “I see. And what is it that he is learning to use well just now?”

I opened my mouth and nothing came. He was watching a man fill a bathtub with jelly. She had not said a word about rules, or rights, or evidence. She had come a long way to hear about backstroke, and there was a sentence standing in front of her like a door, and I had built it.

So I lost, in front of four people and a bowl of potatoes, to somebody who did not know that we were debating. My brother won the tablet and kept it until dessert. I do not think he enjoyed it much.

For a few days I told myself that it was not the same case. A school is not a dinner table. A boy of nine is not a pupil of fifteen. All of this is true, and I could have won a round with it. What bothered me was something else. In five weeks of preparing I had asked what could be said for phones, and what could be said against whatever could be said against them, and I had not once asked what a break is for.

Then I did the very thing that I had told Jonas was not evidence. On Monday I left my phone in my locker at break, without telling anybody, and counted. In twenty minutes nobody asked me a question. On Tuesday nobody did either, but I asked one: I asked a girl from my chemistry class about the cast on her arm, and the answer took us past the bell. (A goat. I have promised to leave it at that.) By Friday I had five questions, two of them mine. It is a tiny experiment, and it proves nothing. It was also the first time in the whole argument that I had looked.

I went to find Jonas. I told him that his point about the break had been the best one in the hall, and that I had known it when I made the joke; that was why I made it. He said: “I know. I would have made it too.” Then he told me what I had never asked him. He is new here. He had drawn his side out of the hat as well, but that sentence had not come out of any hat.

I still don’t want the phones locked away. I have tried to change my mind completely, because it would make a better ending, and I can’t. The boy with diabetes is in my class, and a rule that nobody believes in still teaches people to hide. But I no longer think that the question is what may be forbidden. I would leave the phones in our pockets and fight for something harder to put to a vote: one break a day that all of us agree to be at.

The trophy is still on the fridge. Last week my brother asked me to help him with a talk about sharks, and wanted to know how you win. I told him to find the best thing that anybody has ever said against sharks, and to begin there.

My grandmother is coming back in June. I have heard that she is bringing cherries, and this time I have a question ready. It is about backstroke. She swam for her town once, it turns out, and in fifteen years I had not asked.`,
  /** Points that editors like about it. */
  points: {
    'It starts inside a scene':
      'A table, a tablet, one sentence. We know what is at stake before we are told the subject.',
    'It is fair to the other side':
      'The best lines belong to Jonas and to the grandmother, and the writer says so.',
    'It changes its mind, a little':
      'Not all the way, because that would not be true. We see how far, and what moved it.',
  },
} as const;

import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'Macbeth, reviewed by one of the trees',
  excerpt:
    'Our school put on Macbeth for three nights and I was in it, sort of. I was Birnam Wood, third from the left, and from there you can see everything.',
  section: 'culture',
  authorName: 'Finlay Adeyemi-Ross',
  authorAge: 12,
  authorSchool: 'Carrickbrae Academy',
  readTime: 2,
  featured: 0,
  content: `I am not a neutral reviewer, because I was Tree Three. But trees are not on until Act Five, so I watched the first four acts from the side, through a branch, three nights running. My gran managed one and a half.

Macbeth gets told by three witches that he is going to be king, and instead of waiting he murders the king who is already there, who is his guest. Then he has to keep killing people so nobody finds out about the people he has killed. It’s realistic. I once broke a lamp and it went a bit like that.

Callum D from S5 was Macbeth and he is very good at shouting. On Wednesday a baby had to be taken out. But his best bit was quiet. It’s the tomorrow and tomorrow speech, when Lady Macbeth is dead. On Thursday he forgot the next line after “a poor player” and just stood there, and you could hear the vending machine in the corridor. Then he remembered. Everybody thought it was acting. I could see Mrs Okafor in the other wing with the book and her mouth was open like a fish. It was the best moment of the play and it was a mistake, and I don’t know what to do with that information.

Lady Macbeth was Priya from S6. She washed her hands in the air and I went home and washed mine.

The witches had a smoke machine, which had a risk assessment. On Friday it was set too high, so you couldn’t see Banquo’s ghost, only hear people bumping into him.

Now the trees. There were six of us. Our branches were real and mine had an earwig in it. You can’t see where you’re going with a branch, which is how Tree Five walked into Scotland. (Scotland was a painted sheet.) Mrs Okafor kept saying, “You’re an army pretending to be a wood, not children pretending to be an army.” We were children pretending to be an army pretending to be a wood. By Friday I could do all three at once.

Bad things: it’s long, Duncan was wearing trainers, and the head of Macbeth at the end was a papier mâché balloon that looked more like Mr Petrie from Geography. I don’t think you should laugh there, but I was a tree so I had to shake anyway.

Good things: the sword fight, the knocking, and the interval tablet, which was 50p.

My verdict is four stars. It loses one because nobody could tell which tree was me, even my dad, who filmed the wrong one for eleven minutes.`,
};

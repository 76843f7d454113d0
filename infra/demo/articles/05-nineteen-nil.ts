import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'Should the referee stop it at ten? A goalkeeper argues with himself',
  excerpt:
    'In April I let in nineteen goals in one match, and now that our league wants a mercy rule I am asked what I think, because who would know better. I think two things.',
  section: 'clash',
  authorName: 'Mateo Ibáñez Quiroga',
  authorAge: 13,
  authorSchool: 'Escuela del Puente Viejo, Villa Arenal',
  readTime: 4,
  featured: 1,
  content: `First half, in which I say yes, stop the match. The new rule they want for under-14s is simple. If one team is ten goals ahead, the referee blows the whistle, everyone shakes hands and the result is written down as 10–0. They asked the players to send in their opinion, and my coach looked at me.

I’m the goalkeeper of Deportivo Arenal. On the sixth of April we lost 19–0 to a team whose number nine has a moustache. I’d like to tell you about number fourteen. After number fourteen I couldn’t get the ball out of the net because it was stuck in the corner where the string is torn, and I was pulling at it, and all the players on both teams had already walked back to the middle and were waiting for me. A man’s dog was barking and he told it to shush. I thought, if the dog feels sorry for me, then I want to go home.

People who say “it builds character” are never standing in the goal. My character was built by 8–0. Their defenders were sitting down. Their keeper was eating an orange. Our winger, Thiago, started crying and said it was hay fever. And the other team weren’t enjoying it either: after fifteen they stopped celebrating, they just turned round and walked, which was worse.

Also there’s this. The following week two of ours didn’t come to training, and one of them never came back. He was okay at football. He’d have been good by sixteen. The rule might have kept us Benja.

Half-time. I ate some crisps and thought about it.

Second half, in which I say no, leave it alone. What I didn’t tell you in the first half is number twenty. There wasn’t a number twenty. In the last minute the one with the moustache came through alone, and I knew by then what he does: he looks left and shoots right. He had done it to me seven times. You don’t find that out at 10–0, he’d only done it three times then. I went right, got two fingers on it and it hit the post. Our whole team ran the length of the pitch and jumped on me as if we’d won a cup. Thiago’s hay fever was gone. The parents of the OTHER team clapped. It’s the best save I’ve made in my life and with the mercy rule it doesn’t exist.

And how would it feel to be stopped? Imagine a grown-up coming over in the middle of your game to say, that’s enough now, you poor things. At 19–0 I lost. At 10–0 with a whistle, somebody decided I couldn’t bear it. My sister has asthma and what she hates is everyone picking up her bag for her.

Plus it wouldn’t work. If ten is the end, then at nine everybody in the stadium (okay, the field) is thinking about ten. They’d be hunting for it to get home early. The number nine had a bus.

Extra time. I had one page for and one page against, and I showed both to my sister, and she said, “Who gets to decide in your two versions?” In the first one it’s the referee. In the second nobody does, it just carries on like rain. She said, why can’t the captain of the losing team decide? At ten down he can go up to the referee and say, we’d like to stop, or he can say, we’d like to go on.

I thought that was perfect for about a day. Then I remembered that our captain is Thiago. He would have had to choose in front of everybody, with hay fever. If he says stop, he’s the one who gave up, and if he says go on, then eighteen and nineteen are his fault. I wouldn’t want to be given that at thirteen. I’d take the nineteen goals.

I sent the league all three pages. The lady wrote back and said thank you, but the form has only two boxes.`,
};

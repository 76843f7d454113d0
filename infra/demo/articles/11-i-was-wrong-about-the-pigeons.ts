import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'I was wrong about the pigeons',
  excerpt:
    'Abu Sami’s pigeons did what pigeons do, on our washing, at five o’clock. I made a plan against them, and the plan had a catapult in it.',
  section: 'view',
  authorName: 'Noor Haddad',
  authorAge: 12,
  readTime: 3,
  featured: 0,
  content: `If you hang up washing on a roof in our street you need pegs and luck. This is because of Abu Sami next door. He’s about a hundred (my mother says seventy-four) and he has sixty-two pigeons. Every afternoon at five he lets them out, and they go round and round over our roof, and you can guess what falls down.

On the day of my cousin’s engagement it fell on my dress. It was a white dress. It showed.

So I became the enemy of the pigeons. I made a notebook with a skull on it. I wrote down what time they came and which one was the leader, because in war you need information. I also made a catapult from a fork and the elastic from my brother’s swimming goggles. For bullets I had dried chickpeas.

I did this for three weeks and there was a problem with it. If you watch something every day in order to destroy it, you start to know it. I knew that when they turn, all sixty-two go from dark to light at the same second, like when you run your hand over velvet. There was a brown one that was always late and had to fly extra hard, and I noticed I was saying “come on, come on” to it under my breath. It was an enemy!

Then one Thursday the notebook said sixty-one. It was the brown one. I felt awful, because on Wednesday I had finally shot the catapult. One chickpea, and I missed by about a mile, but what if I hadn’t?

I went over to Abu Sami’s. The lift there has been broken since I was born. When I could breathe again I said, “I think I scared your brown one away with a chickpea.” He didn’t shout. He asked how I knew, when he had only told his wife. I showed him the notebook. He put on his glasses and read all of it, standing up, including the skull.

He said the man across the square had caught her. It’s a game they have, the pigeon men. If your bird lands on another man’s roof, he can keep her or you can pay to get her back. “Not the chickpea,” he said. “She’s always late, so she follows anybody.” He wasn’t going to pay, because it’s a matter of honour. But the water on her empty shelf was fresh.

I don’t love them. They still do it on the washing. I told him he could let them out on days when we don’t have whites, and he said pigeons can’t read a calendar. But I’ve changed the notebook. It has a page for each bird now. Abu Sami’s eyes are bad, so I count them in for him at night and shout the number down the stairs.

It was sixty-one for nine days. On the tenth I shouted sixty-one, and then I heard somebody landing, very late and very badly, on our side, on my mother’s clean sheets.`,
};

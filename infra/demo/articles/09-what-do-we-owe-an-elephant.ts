import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'What do we owe one old elephant?',
  excerpt:
    'Our town zoo has one elephant left, and a sanctuary has offered her a place 1,400 kilometres away. My best friend and I have been on opposite sides since Easter, and we share a desk.',
  section: 'clash',
  authorName: 'Réka Szűcs',
  authorAge: 14,
  authorSchool: 'Malomkert Primary School, Kiskerekes',
  readTime: 4,
  featured: 0,
  content: `There are two petitions in our town and I’ve signed both. Before you say anything, let me explain.

The elephant is called Marta. She’s forty-seven. She came on a train before our parents were at school, together with Júlia, who wasn’t her sister but was near enough. Júlia died two winters ago. Since then Marta has been by herself in a yard as big as our sports hall, with a pool, a tree trunk on a chain and a heated house. She has a trick of putting straw on her own head when it’s hot. Everyone in Kiskerekes under fifty has a photograph with her.

Now a sanctuary in the south has offered to take her. They have forest, a lake and five other old females. It’s 1,400 kilometres in a lorry. The zoo will decide in June.

I’ll start with Dorka’s side, because she shouts louder. Dorka says: go. She says an elephant is made for company in the way that a fish is made for water. Marta’s been given tractor tyres and a radio in exchange for elephants. There is a study, and Dorka can tell you the page, saying that females live in families all their lives and that they touch each other hundreds of times in a day. Who touches Marta? Mr Bognár the keeper does, twice, through the bars, with a brush. Dorka asks people who’ve signed the other petition, “When did you last go and see her?” It’s a horrible question. I hadn’t been since I was nine. She says that we want Marta to stay because we like to know she’s there, like a church. You don’t have to go in.

And the risk? Dorka doesn’t pretend that there’s none. She says if it were her, and she had ten years left, she’d get into the lorry.

The other side belongs to Mr Bognár. I went to talk to him for this article, thinking that I’d get a quote and go. I stayed three hours. He’s looked after Marta for twenty-six years. He told me she has bad feet and that a journey like that might take two days, standing. She’s blind in the left eye, so he always comes from the right, singing, so she’ll know it’s him. The five elephants there have known each other for a long time. They could accept her. It’s also possible that they would push her away from the hay, and you can’t explain to her why you’ve done that to her, or tell her it’s for a month, let’s see. “With a person, you ask,” he said. “With her I can only guess, and if my guess is wrong she’s the one who’s in the lorry.”

I told him Dorka’s line about company. He didn’t argue. He said that after Júlia died, Marta stood for six nights with her forehead against the door between their boxes. Then on the seventh she came over and put her trunk on his shoulder and left it there, and it weighs about as much as a child. “Perhaps I’m not enough,” he said. “But I’m what she chose, out of what there was.” He’s sixty-three. He retires in two years. I asked him what happens then, and he went and moved some buckets.

When I told this to Dorka I thought I’d won, sort of. She was quiet, and then she said that’s exactly why it has to be now: if Marta can love someone again after Júlia, she can do it again there. And if she stays, she’ll lose him too, in two years, and be left with nobody. I hadn’t looked at it from that end. I went to bed on Dorka’s side that night. In the morning I remembered the feet.

Our teacher says that I have to come to a conclusion because it’s a debate. All I’m sure of is the photograph. Both petitions have it on top, the same one. In one she’s supposed to look lonely and in the other one content. I’ve been studying it for weeks. She’s got straw on her head and she’s looking at something to the right, outside the picture, where you can’t see if anyone is coming.

I’ve asked Mr Bognár if he would go with her in the lorry. He said nobody had asked him that. Then he asked me how many days.`,
};

import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'Let the sea have it, said my aunt. Over my dead body, said my mother',
  excerpt:
    'The council will stop repairing our sea wall in nine years’ time. My family runs a caravan park behind it, and the two women who own it have not sat at the same table since February.',
  section: 'clash',
  authorName: 'Siân Prydderch',
  authorAge: 18,
  authorSchool: 'Ysgol Glan Helyg',
  readTime: 5,
  featured: 1,
  content: `On the kitchen windowsill at Porth Helyg there is a barometer, a jar of foreign coins and a letter from the council in a plastic sleeve. The letter says the policy for our stretch of coast will change from “hold the line” to “no active intervention”. My aunt Mair put it in fewer words: “They’re going to let the sea have it.” My mother said what she said, and went out to check the gas bottles.

That was in February. They are sisters and they own the caravan park between them, forty-four pitches, a shop and a shower block, on a field that’s eighty centimetres above the highest tide on record. I’m the only one who still eats with both. What follows is their argument as I have carried it across the yard for five months, along with the post.

My mother’s case begins with a stone. It’s at the north end of the wall, with 1868 on it and the initials of a man called Griffith Prydderch, who was paid by the yard. The field was marsh, and they drained it. In her grandmother’s time the water came through the chapel, and they scrubbed out the chapel. Of course a wall has to be mended: so does a roof, and nobody writes to tell you that the policy for your roof will be rain. To keep up our kilometre and a half costs about what the county spends on a roundabout she particularly dislikes. “They could,” she says. “They looked at who lives here and did a sum.”

It counts houses, that sum. It doesn’t count Mr and Mrs Dutton from Stoke, who have been coming to pitch nineteen for thirty-three summers and whose son’s ashes are, not entirely legally, under the tamarisk. It doesn’t count that there are a hundred and sixty people in this village who speak Welsh to the postman. Move them to five different estates inland and they’ll have better kitchens, and there won’t be a place any more in which that’s what you speak to the postman.

I used to come back over the yard from that with my fists closed. Then my aunt would put the kettle on.

Mair’s case begins with a bucket. She has a plastic one, sunk in the ground behind the shower block with holes drilled in it, and every Sunday since 2016 she has measured how far down the water stands. It’s come up by the length of her hand. We all watch the top of Griffith’s wall, she says, and the sea has been coming underneath for years. You could build it to the height of the chapel. You’d have a very fine wall with a lake behind it.

She doesn’t think that the council are villains. She thinks they are the first people in a hundred and fifty years to have told us the truth, and that they did it badly, with a logo. There’s a farmer up at Bryn who’d sell us two fields now, while we’ve still got something to buy them with. Leave it, and nobody will lend you a penny on Porth Helyg. “Your mother wants to be the last one out,” she told me. “Very grand. But she’ll have forty-four families behind her and you on her back.” As for the language, she says it came through the Romans and the English and the television. It’d be a poor sort of language that couldn’t get up a hill.

One more thing she said only once. If they let it go it will be marsh again, with lapwings. In our family the lapwings were missed for two generations. “We took that field off something,” said Mair.

I have tried telling each of them the best of what the other one said. You reach the strong part and find you’ve begun to say it in a slightly silly voice. In May I made a rule that I’d carry nothing across until I could say it so that the person who’d sent me would nod. It has slowed the post a great deal. My mother went silent about the bucket. She’s been down there since, I’ve seen the boot prints. Mair, when I gave her the postman, sat with her hand over her mouth, and then she asked me whether there was a way to move a village all at once, in one piece, to one hill, and who you’d write to.

People ask what I think, seeing that I’m eighteen and will inherit it or won’t. I think my aunt’s right about the water and my mother’s right about the sum. If those could be added together I’d have done it by now. I’ve a place to read engineering in September, and I can’t tell whether I chose it because of the wall or to get away from it.

Last night it blew from the south-west, and at high water all three of us happened to be out on the wall, some way apart, with torches. Nobody had rung anybody. My mother walked the top, looking at the stones, as she always does. Mair kept to the bottom on the land side, looking at the grass. I stood there in between, shining mine at the one and then the other, so that they could see where to put their feet.`,
};

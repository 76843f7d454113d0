import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'To whoever gets my bedroom',
  excerpt:
    'The first version of this letter said the room was haunted. This is the fourth version, and I have left in the parts of the others that I still believe.',
  section: 'view',
  authorName: 'Ingrid Sørbø',
  authorAge: 15,
  authorSchool: 'Nordvika ungdomsskole',
  readTime: 4,
  featured: 1,
  content: `Dear you,

I don’t know your name, only that you are nine and that your parents asked twice about the broadband. I’m the one who was on the stairs when you all came to look at the house. You said “hi” and I pretended to be reading the electricity meter.

You should know that this is the fourth letter. The first I wrote in March, the day the sign went up. It said that a fisherman had died in this room in 1911 and that he knocks. I was going to leave it behind the radiator, to be found in winter. It was good. I had burnt the edges and everything. I’m sorry. I was also planning to hide a prawn in the curtain rail.

The second letter was in April, and was to your parents. It was about how a house isn’t just a thing to be bought, and it had the word “soul” in it. My brother read it and asked who I thought was selling the place, and the answer to that is my mother, who can’t pay for it on her own. So that letter was really to somebody else, and I didn’t send it to him either.

The third was only a list. I’ll give you most of it, since it’s the useful one.

The window sticks from October. Hit it with the flat of your hand at the bottom left, not the middle. The third floorboard from the door makes a noise, but only on the way out, I have no idea why. If you sleep with your head at the north end you can hear the ferry at 05.40, and if you sleep at the other end you can hear your parents talking in the kitchen, through the pipe. For years I slept at the north end. The last year I slept at the other, and I don’t recommend it. You hear things before people have decided how to tell you. Take the ferry.

In the cupboard, on the inside, there are pencil marks. You’ll think they’re my height, but they are the snow. Each one is how high it came up on the outside of the wall, measured from in here by guessing, on the first of February. 2019 is unbelievable. I’d like it if you went on with that. You’d have to guess in the same way, by kneeling on the bed and being generous.

There’s a girl across the road who’ll come and ring the bell on your second or third day. She is called Tuva and she is eight and she’ll tell you that she has a horse. There’s no horse. Please don’t bring it up until she does. It took me about four years to see that she knew I knew, and it turned out by then we were friends.

So that was to be all of it. Then last week I came home, and my room was empty except for the mattress, and I lay down on the floor to have the feeling. I’d been saving it up. I was going to say goodbye to the room and cry, and probably it would have been in this letter in a beautiful way. I lay there for quite a long time. It was a box with a lamp-hook. It was smaller than I’d have drawn it. The wall where my posters had been was a different yellow, and I found I was thinking about whether there would be a socket by the bed at the new place.

I was so offended. I had been angry on behalf of this room for five months, I had fought with everyone, I’d slammed that door until the handle came off (sorry, you have to lift it and turn), and the room was not even sad. I think now that I had it the wrong way round. I thought it was keeping things for me: the ferry, and the winter when Dad built the bed with me handing him the screws, and him being in the kitchen at all. But I can hear the ferry right now, sitting at a bus stop two kilometres away with this paper on my knee. I’ve got the screws as well. One was left over, and he said there’s always one left over.

I’ve put it on the windowsill, for the handle. It doesn’t fit, but it stops the window rattling if you push it in at the left.

It isn’t haunted. I only wanted you to be afraid for a bit, so there would be two of us. I checked behind the curtain rail too, and there’s nothing there.

Ingrid

P.S. The broadband is bad.`,
};

import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'A field guide to the voice note',
  excerpt:
    'My friends no longer ring, and they no longer type: they send me eleven minutes of themselves walking to the bus. I have been taking notes on the species.',
  section: 'culture',
  authorName: 'Temilọlá Bakare',
  authorAge: 18,
  readTime: 4,
  featured: 0,
  content: `Since secondary school ended, the nine girls of our old row have been spread over four countries and three time zones, and we keep in touch by a method no historian will be able to use. We record ourselves. Nobody phones, because a phone call is an ambush. Nobody writes more than “lol”. What I get, on an ordinary Thursday, is forty minutes of audio in pieces, most of it wind. I have now listened to enough of it to attempt a classification.

The Commuter. Four to seven minutes, recorded while walking. It starts with “So”, as if you had asked. The subject is always introduced in the first minute and abandoned in the second, when the speaker meets a goat, an ex or a danfo conductor. Its great virtue is that it is edited by the city. My friend Sade was in the middle of telling me she’d failed a module when somebody sold her groundnuts, and you could hear her voice go normal for the transaction, “two hundred, please, no, the big one”, then break again. I have read whole novels that did this less well.

The Whisperer. Under a minute, recorded in a toilet at a family function. Contains the name of an aunt. To be played through earphones and deleted. The quality of information is very high.

The Ceremonial. Sent on birthdays. There is singing. It should be two minutes at most and is never less than five, since the sender is too embarrassed to stop. I’ve kept every one I ever got, and I don’t play them.

The Draft. You see the little microphone, “recording”, for ages. It goes off and comes back on. Finally a note of three seconds arrives and says, “Never mind, I’ll tell you when I see you.” This is the most alarming item in the guide, and you should ring at once, ambush or no ambush.

The Podcast. Nine minutes and upward. It has segments. The owner of this one is Zainab, who is studying pharmacy in a cold place, and who last month sent me twenty-six minutes on whether her housemate’s boyfriend is a real person. I listened on a bus from Ibadan with my head against the glass, laughing so that the woman beside me moved her hen to the other knee. When I got down at Ojota I’d been in Zainab’s kitchen for half an hour. I knew the kettle. I answered with eleven minutes of my own. It felt like the best conversation I had had in weeks. It was only in the night that I thought about it and saw that at no point in it had either of us said a word to the other.

That is the case against, and I want to put it properly, because the old people put it badly. They say we’re hiding from each other. I don’t hear hiding. Nobody who has ever received a Draft could think so. What bothers me is smaller. On the phone, when I told Sade something stupid, she would make a sound, “ehn?”, halfway through, and I’d hear how stupid it was and turn round in the middle of the sentence. I have changed my mind about two boyfriends and one university because of that “ehn?”. A voice note lets me get to the end. I’m magnificent in voice notes. I’ve never lost an argument in one.

And there is the matter of double speed. Everyone does it and no one admits it. I found out that I do it to people I love according to how much time I have, and that I’d begun to find their real voices slow. When my mother talks to me across the table I sometimes feel my thumb move.

Against that I have to set what happened to Folake. Her father died in March, and she didn’t want calls. She couldn’t have borne to be looked at, even by ear. For some weeks she sent nothing. We sent her things anyway: Commuters mostly, rain on a zinc roof, somebody’s generator starting up, Zainab reading aloud the warnings on a packet of pills. None of it required a reply. She told me afterwards that she’d played them at night on the lowest volume, not following the words, as you leave a door open so that the light comes in from the corridor. You can’t do that with a telephone call. I’m not sure you can do it in a room.

So my rating of the form is three and a half out of five, with an instruction. Once in a while, in the eleventh minute, stop and ring the person. It will be horrible. She’ll say “What’s happened?”, since that’s what calls are for now. You’ll both speak at the same time, and then you’ll both wait, and then one of you will say “ehn?”`,
};

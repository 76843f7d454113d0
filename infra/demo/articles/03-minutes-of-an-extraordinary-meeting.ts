import type { ArticleFields } from '@journal/contracts';

export const article: ArticleFields = {
  title: 'Minutes of an extraordinary meeting, called because Brian won',
  excerpt:
    'Our debating society had one item on the agenda: whether to take back a trophy won with a speech that a chatbot wrote. The secretary was told to keep her opinions out of the minutes.',
  section: 'clash',
  authorName: 'Wanjirũ Gathogo',
  authorAge: 17,
  authorSchool: 'Mũtamaiyũ Girls’ and Boys’ High School, Nyeri',
  readTime: 4,
  featured: 0,
  content: `Present: nineteen members, the patron (Mr Kariuki, marking), and the accused. Apologies: two, both at hockey. The secretary, who is me, was reminded by the chair that minutes record what was said and leave out what the secretary thought about it. Noted.

The chair read the motion: that this society hand back the county shield, on the grounds that the speech which won it was composed by a machine. She asked Brian whether this was true. Brian said “composed” was a strong word. He was asked for a weaker one. He said he had typed in the topic, read what came out, asked for it to be angrier, and learned it in the bath. Some laughter. The chair said it would not be minuted, and it has been.

Achieng spoke first for the motion. She said a debate is the only exam in this country where you are not allowed to prepare the answer, since the other side is going to say something you did not expect, and that this is the whole point of getting up. She had come second. She had written eleven drafts, and in the ninth she had found out that she no longer agreed with herself and had to begin again. “That’s what the shield is for,” she said. “The ninth draft. He skipped to the bath.”

Brian asked whether her speech had been better than his. She said no. The secretary would like it recorded that this cost her something.

Kiprono spoke against. He pointed out that Achieng’s mother is an advocate of the High Court, and that her drafts two to eight had been read over supper by an advocate of the High Court. His own father sells tyres. When he asks at home whether his argument holds, he is told that it sounds very nice. “I’ve been using that thing since Form Two,” he said, “because it’s the first person who ever argued back.” It was put to him that it isn’t a person. He said he was aware, and that this had not made it any less useful than the people available.

There was a silence here of perhaps six seconds, which is long for us.

Achieng said that her mother had never once given her a sentence, only asked what she meant by it, and that if Brian had used his machine that way she would carry the shield to his house herself. Kiprono asked how anyone could check. Achieng said you couldn’t, you would have to ask, and believe the answer. Several members found this naive. The patron looked up from his marking for the first time.

Points from the floor. Mercy asked whether we would also be handing back the 2019 shield, as everyone knows that the 2019 speech was written by the then patron. Mr Kariuki said he had merely tidied it. Otieno wanted to know whether it was cheating to use the machine to guess what the other side would say. Nobody thought so. He asked whether it was cheating to use it to find the holes in your own case. Opinion divided. He asked whether it was cheating to let it fill the holes. Most hands went up, then about half came down again, and Otieno said that this was interesting and sat. He has a gift for that.

Faith, who is in Form One and hadn’t spoken at a meeting before, said she didn’t mind who wrote it. What bothered her was that she had cried at the part about the grandmother’s well, and now there was no grandmother, and she would like to know what she had cried at. Brian said quietly that there was a grandmother. The well was made up, but he had put her in himself. He said she was the only line the judges had asked him about afterwards, and he’d been able to answer for ten minutes.

The chair asked the secretary to stop writing for a moment, and the secretary did not.

An amendment was offered by Kiprono: that the shield stay, and that Brian defend the same motion next Friday against Achieng with no paper and no preparation, on whichever side the coin gives him. Achieng said that if he won she’d accept it, and that this wasn’t the same thing as his having deserved it in October. Kiprono said he agreed with that. It was the only thing they agreed on all afternoon, and it is the thing the secretary still turns over at night, because both of them went home thinking it proved their own side.

Vote on the motion as amended: ten for, eight against, one abstention. The abstention was the secretary’s. I have used such a tool to tidy these minutes for three terms and nobody has noticed. I did not use it today. You can probably tell by the length.

Any other business: the hockey result, lost. The meeting closed at 5.20 with the floor unswept.`,
};

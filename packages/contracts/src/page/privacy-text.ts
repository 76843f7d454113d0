/** How this system uses personal data. `## ` begins a heading; blank lines separate paragraphs. */
export const privacyText = `This page says what the journal knows about you, who can see it, how long it stays, and how you take it back. It is written so that a 14-year-old and a parent can both check it.

## If you only read

You need no account to read. We set no cookie then, show no advertising, follow nobody’s visits and load nothing from other companies: the fonts, pictures and scripts all come from this site. Our logs note which kind of page was asked for, when, and how long the answer took. They hold neither your network address nor what you searched for.

Your own browser may keep the pages you have read, for 30 days at most, so that they open without a connection. It also remembers whether you chose light or dark. Neither is sent to us.

## If you have an account

We keep your full name, your e-mail address, a user name made from that address, the day you joined, and your password in a form from which nobody can read it, us included. We write down when somebody signed in to your account or tried to, and with what kind of browser, without the network address.

While you are signed in, one cookie says so, whose name is “journal” or ends with it. It is sealed, scripts can’t read it, and it ends when you sign out, when you end it from your profile page, or after 14 days without a visit. If you add a passkey, we keep the public half of it, which signs nobody in, the name that you give it, and when it was used; your fingerprint or face never leaves your device. While your device is asked for it, a second cookie, “journal-passkey”, holds the question for five minutes at most. To stop people from guessing passwords or flooding the forms we count attempts by network address and account; these counts hold scrambled values in place of the addresses and are cleared when their time is over. For three weeks after you sign in, another scrambled value says that you did so from that network: somebody elsewhere who tries wrong passwords then can’t shut you out.

## If you pitch a piece

We keep what you fill in: your name, age, school if you give one, section, title, summary and essay. Only the editors see a pitch, with your e-mail address, so that they can talk to you about it. An unfinished draft, and a change to a pitch that you have not saved, are kept in your browser and, while you are signed in, with your account, so that you can go on with them on another device. No editor sees them. They are encrypted with keys of yours, deleted 90 days after you typed last, and gone once you send or discard them, or erase your account; signing out asks whether to keep them in the browser. What an editor has typed into an article and not published is kept in the same way, and nobody can read it any more once the writer of the article is forgotten; what they have typed into a pitch stays in their browser until it is saved or they sign out, and is not used any more after 14 days. While no editor works on a pitch you can change it, and until it is published you can take it back, on your profile page; editors can still see what it was. What editors write to you about it, and what you answer, is kept with the pitch; all editors see it, and it goes when you erase your account.

When a piece is published, everybody can read it, with your name, your age and your school if you gave one. It can be found by search engines and copied by others, which we can’t undo. You can hide a piece of yours at any time, on the page of its pitch: nobody reads it here from then on. Talk with a parent or guardian before you publish under your full name. Some journals publish nothing by younger writers before a parent or guardian has agreed; where this one does, the form asks you for their address. We write to it for that alone. It is encrypted, and erased when they say no or take it back, after 14 days without an answer, or with your account; until one of these we keep it with what they said. They can take back what they agreed to at any time, and then what you published is hidden. On your profile page you can have your other pieces shown at the end of each, so that readers see that one person wrote them, as far as they name you in the same way; it is off until you turn it on, and over at once when you turn it off.

Every change to a pitch or an article is kept, with who made it and when. Editors can see those earlier versions; readers can’t.

## If you get mail from us

We write to you about your account and your pitches: a temporary password that you asked for, say, or that a pitch has arrived, needs another turn, is accepted, is published or is not. These mails carry a link, and nothing of what you wrote. For new issues we keep your e-mail address once you ask for them; before you confirm it, it gets no other mail than that one question. Every such mail has a link to end it, and ending it erases the address here. Mail travels through the mail server that this journal uses.

## If you report a concern

You need no account for that, and we don’t note which account you have. Only the people who look after safety here read what you write, and the address that you leave if you want an answer. Both are sealed with a key of their own, and erased after a year.

## How it is kept safe

Names, addresses, ages, schools and texts are sealed in our records with a key that belongs to you alone. Editors and the people who run this site see what their work needs; what editors do is written down.

## See it, take it with you, erase it

On your profile page you can download everything that we hold about you as a file, at any time.

There you can erase your account as well. Your key is then destroyed: your name, your address and your pitches can’t be read any more, in earlier versions neither. Of published pieces you choose whether they stay without your name or go too. What remains is that something happened on a day, without saying who you were. Safety copies made before that day may hold it until they are replaced.

Without that, an account stays until you erase it; whoever was not here for two years is asked by one mail whether they still want theirs. A pitch that was declined, taken back or deleted is erased after a year. Sign-ins and changes stay as a record of what was done. A parent or guardian can do all of this together with you, or ask the people who run this site, who can do it by your e-mail address.`;

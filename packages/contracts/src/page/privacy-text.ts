/** How this system uses personal data. `## ` begins a heading; blank lines separate paragraphs. */
export const privacyText = `This page says what the journal knows about you, who can see it, how long it is kept, and how you can have it deleted. It is written so that a 14-year-old and a parent can both check it.

## If you only read

You need no account to read. We set no cookie then, show no advertising, track nobody and load nothing from other companies: the fonts, pictures and scripts all come from this site. Our logs note which kind of page was asked for, when, and how long the answer took. They contain neither your network address nor what you searched for.

Your own browser may keep the pages you have read, for 30 days at most, so that they open without a connection. It also remembers whether you chose light or dark. Neither is sent to us.

## If you have an account

We keep your full name, your e-mail address, a user name made from that address, the day you joined, and your password in a form that nobody can read, not even us. We record when somebody signed in to your account or tried to, and with what kind of browser, but not the network address.

While you are signed in, there is one cookie that says so; its name is “journal” or ends with it. It is encrypted, scripts can’t read it, and it ends when you sign out, when you end it from your profile page, or after 14 days without a visit. If you add a passkey, we keep its public half, which can’t be used to sign in, the name that you give it, and when it was used; your fingerprint or face never leaves your device. While your device is asked for it, a second cookie, “journal-passkey”, is needed for five minutes at most. To stop people from guessing passwords or flooding the forms, we count attempts by network address and account. These counts contain scrambled values instead of the addresses and are deleted after a while. For three weeks after you sign in, another scrambled value says that you did so from that network, so that somebody elsewhere who tries wrong passwords can’t lock you out.

## If you pitch a piece

We keep what you fill in: your name, age, school if you give one, section, title, summary and essay. Only the newsroom sees a pitch before it is published, and somebody to whom an editor shows it, such as a teacher or a person quoted in it: by a link that works for 7 days at most, or in a trial copy of the issue that it is meant for. Both name you as you have chosen. Editors don’t see your e-mail address: administrators do, and the people who look after safety can look it up, which is recorded. An unfinished draft, and a change to a pitch that you have not saved, are kept in your browser and, while you are signed in, with your account, so that you can continue on another device. No editor sees them. They are encrypted with keys that belong to you, and deleted 90 days after you last typed, or as soon as you send or discard them or erase your account; signing out asks whether to keep them in the browser. What an editor has typed into an article and not published is kept in the same way, and nobody can read it any more once the writer of the article is forgotten. What they have typed into a pitch stays in their browser until it is saved or they sign out, and is no longer used after 14 days. On your profile page you can change a pitch until an editor starts working on it, and withdraw it until it is published; editors can still see what it was. What editors write to you about it, and what you answer, is kept with the pitch. All editors see it, and it is erased with your account.

When a piece is published, everybody can read it, with your name, your age and your school if you gave one. It can be found by search engines and copied by others, which we can’t undo. You can hide a piece of yours at any time, on the page of its pitch: from then on nobody can read it here. Talk with a parent or guardian before you publish under your full name. Some journals publish nothing by younger writers before a parent or guardian has agreed. If this one does, the page of your pitch asks you for their address. We write to it only for that. It is encrypted, and erased when they say no or withdraw their consent, after 14 days without an answer, or with your account; until then we keep it together with their answer. They can withdraw their consent at any time, and then what you published is hidden. On your profile page you can have your other pieces shown at the end of each, so that readers see that one person wrote them, if they name you in the same way. It is off until you turn it on, and ends as soon as you turn it off.

Every change to a pitch or an article is kept, with who made it and when. Editors can see those earlier versions; readers can’t.

## If you get mail from us

We write to you about your account and your pitches: for example a temporary password that you asked for, or that a pitch has arrived, needs changes, is accepted, is published or is declined. These mails contain a link, and nothing of what you wrote. For new issues we keep your e-mail address once you ask for them; until you confirm it, we send it nothing but that one question. Every such mail has a link to unsubscribe, which erases the address here. Mail travels through the mail server that this journal uses.

## If you report a concern

You need no account for the form to which each page leads, and we don’t record which account you have. Only the people who look after safety here read what you write, and the address that you leave if you want an answer. Both are encrypted with their own key, and erased after a year.

If you report a concern on the page of a pitch of yours, the same people also see your name and which pitch it is. Editors do not. It is encrypted with your key, and kept until you erase your account.

## How it is kept safe

Names, addresses, ages, schools and texts are encrypted in our records with a key that belongs to you alone. Editors and the people who run this site see what their work needs; what editors do is recorded.

## See it, take it with you, erase it

On your profile page you can download everything that we store about you as a file, at any time.

There you can erase your account as well. Your key is then destroyed: your name, your address and your pitches can’t be read any more, not even in earlier versions. Our newsletter to your address ends as well, unless the address was never confirmed: then end it with the link in each mail. You choose whether your published pieces stay without your name or are removed too. What remains is that something happened on a certain day, without saying who you were. Backups made before that day may contain it until they are replaced.

Otherwise an account stays until you erase it. If you have not been here for two years, one mail asks whether you still want it. A pitch that was declined, withdrawn or deleted is erased after a year. Sign-ins and changes stay as a record of what was done. A parent or guardian can do all of this together with you, or ask the people who run this site, who can do it by your e-mail address.`;

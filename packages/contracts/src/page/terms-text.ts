/** Mutual expectations of the journal and its readers and writers. Same markup as `privacyText`. */
export const termsText = `These are the rules of this journal, in words that everybody can check. Reading is free, and you agree to nothing by it. They count once you open an account, pitch a piece or ask for new issues.

## Who can write

We publish writing by people aged 12 to 18. Everyone may read, and everyone may have an account. If you are under 16, show this page and the page on privacy to a parent or guardian before you pitch.

## Your account

Use your real name and an email address that is yours. Keep your password to yourself, and change it if somebody else may know it: that signs out everybody else. An account is for one person.

## What you send us

A pitch has to be your own work, and true where it says that it is. Don’t take texts from others without saying so, and don’t write about people in a way that could harm them, give away where they live, or make fun of them for who they are. Disagreeing is welcome; The Clash is made of it.

## What we do with it

Editors read every pitch. They may suggest changes, edit it together with you, publish it, or decline it. Nobody is paid and nobody pays. We can’t promise that a piece appears, or when.

Your piece stays yours. By sending it you allow this journal to edit it and to publish it here, in its issues, feeds and mails, with your name, age and school as you gave them. You may publish it elsewhere too.

## Changing your mind

You can end this at any time: erase your account on your profile page, and choose there whether your published pieces stay without your name or go too. Editors can delete a piece or a pitch, and undo their changes; earlier versions are kept for editors, as the page on privacy says.

## What we can’t promise

We take care that the site works and that nothing is lost, but things break, and we may have to change or close it. Writers speak for themselves, not for the journal. If something here is wrong or hurts somebody, tell the editors, and they will look at it.

## When these rules change

The text on this page is the one that counts.`;

import { type Letter, letterAsHtml, letterAsText } from './letter.ts';
import type { Message } from './mailer.ts';

export type TemporaryPasswordMail = {
  readonly userId: string;
  readonly to: string;
  readonly journalName: string;
  /** The origin by which readers reach the journal. */
  readonly publicUrl: string;
  readonly temporaryPassword: string;
  readonly validMilliseconds: number;
};

/** What somebody who forgot the password is sent. */
export function temporaryPasswordMessage(mail: TemporaryPasswordMail): Message {
  const { userId, to, journalName, publicUrl, temporaryPassword, validMilliseconds } = mail;
  const letter: Letter = {
    journalName,
    heading: 'Your temporary password',
    parts: [
      { paragraph: `Someone asked for a temporary password for your account at ${journalName}. Here it is:` },
      { code: temporaryPassword },
      {
        paragraph: `It is valid for ${periodInWords(validMilliseconds)}. Sign in with it, then choose a new password on your profile page.`,
      },
      { link: new URL('/login', publicUrl).href, label: 'Sign in' },
      { paragraph: "If it wasn't you: ignore this message. Your old password still works." },
    ],
  };
  return {
    kind: 'temporary-password',
    subjectId: userId,
    to,
    subject: `Your temporary password for ${journalName}`,
    text: letterAsText(letter),
    html: letterAsHtml(letter),
  };
}

/** A period of at least a minute, to the minute, as one would say it. */
export function periodInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes === 1) return 'one minute';
  if (minutes === 60) return 'one hour';
  if (minutes % 60 === 0) return `${minutes / 60} hours`;
  return `${minutes} minutes`;
}

import { newsletterPages, oneClickPath } from '@journal/contracts';
import { type Letter, type LetterPart, letterAsHtml, letterAsText } from './letter.ts';
import type { Message } from './mailer.ts';

/** Whose mail it is. */
export type Journal = {
  readonly journalName: string;
  /** The origin by which readers reach the journal. */
  readonly publicUrl: string;
};

/** Returns the message to somebody who forgot the password. */
export function temporaryPasswordMessage(
  { journalName, publicUrl }: Journal,
  mail: {
    readonly userId: string;
    readonly to: string;
    readonly temporaryPassword: string;
    readonly validMilliseconds: number;
  },
): Message {
  const parts: LetterPart[] = [
    { paragraph: `Someone asked for a temporary password for your account at ${journalName}. Here it is:` },
    { code: mail.temporaryPassword },
    {
      paragraph: `It is valid for ${periodInWords(mail.validMilliseconds)}. Sign in with it, then choose a new password on your profile page.`,
    },
    { link: new URL('/login', publicUrl).href, label: 'Sign in' },
    { paragraph: "If it wasn't you: ignore this message. Your old password still works." },
  ];
  return {
    kind: 'temporary-password',
    subjectId: mail.userId,
    to: mail.to,
    subject: `Your temporary password for ${journalName}`,
    ...bodyOf({ journalName, heading: 'Your temporary password', parts }),
  };
}

/** Returns a period in words, to the minute, at least one. */
export function periodInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes === 1) return 'one minute';
  if (minutes === 60) return 'one hour';
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** Returns the message that asks an address, which somebody gave for the newsletter, to confirm it. */
export function confirmationMessage(
  { journalName, publicUrl }: Journal,
  mail: {
    readonly subscriberId: string;
    readonly to: string;
    readonly confirmationToken: string;
    readonly unsubscribeToken: string;
  },
): Message {
  const linkTo = (path: string, token: string) =>
    new URL(`${path}?${new URLSearchParams({ token })}`, publicUrl).href;
  const parts: LetterPart[] = [
    { paragraph: `Someone asked us to send new issues of ${journalName} to this address. Was it you?` },
    { link: linkTo(newsletterPages.confirm, mail.confirmationToken), label: 'Confirm my subscription' },
    { paragraph: 'The link is good for 7 days.' },
    { paragraph: "If it wasn't you: ignore this message. We will send you no issues." },
  ];
  return {
    kind: 'newsletter-confirmation',
    subjectId: mail.subscriberId,
    to: mail.to,
    subject: `Please confirm your subscription to ${journalName}`,
    ...bodyOf({ journalName, heading: 'Please confirm your subscription', parts }),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${linkTo(oneClickPath, mail.unsubscribeToken)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

const bodyOf = (letter: Letter) => ({ text: letterAsText(letter), html: letterAsHtml(letter) });

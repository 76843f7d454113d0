import { newsletterPages, oneClickPath } from '@journal/contracts';
import { type Letter, letterAsHtml, letterAsText } from './letter.ts';
import type { Message } from './mailer.ts';

type Mail = {
  readonly to: string;
  readonly journalName: string;
  /** The origin by which readers reach the journal. */
  readonly publicUrl: string;
};

export type TemporaryPasswordMail = Mail & {
  readonly userId: string;
  readonly temporaryPassword: string;
  readonly validMilliseconds: number;
};

/** Returns the message to somebody who forgot the password. */
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
    ...bodyOf(letter),
  };
}

/** Returns a period in words, to the minute, at least one. */
export function periodInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes === 1) return 'one minute';
  if (minutes === 60) return 'one hour';
  if (minutes % 60 === 0) return `${minutes / 60} hours`;
  return `${minutes} minutes`;
}

export type ConfirmationMail = Mail & {
  readonly subscriberId: string;
  readonly confirmationToken: string;
  readonly unsubscribeToken: string;
};

/** Returns the message that asks an address, which somebody gave for the newsletter, to confirm it. */
export function confirmationMessage(mail: ConfirmationMail): Message {
  const { subscriberId, to, journalName, publicUrl } = mail;
  const letter: Letter = {
    journalName,
    heading: 'Please confirm your subscription',
    parts: [
      { paragraph: `Someone asked us to send new issues of ${journalName} to this address. Was it you?` },
      {
        link: linkTo(newsletterPages.confirm, mail.confirmationToken, publicUrl),
        label: 'Confirm my subscription',
      },
      { paragraph: 'The link is good for 7 days.' },
      { paragraph: "If it wasn't you: ignore this message. We will send you no issues." },
    ],
  };
  return {
    kind: 'newsletter-confirmation',
    subjectId: subscriberId,
    to,
    subject: `Please confirm your subscription to ${journalName}`,
    ...bodyOf(letter),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${linkTo(oneClickPath, mail.unsubscribeToken, publicUrl)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function linkTo(path: string, token: string, publicUrl: string): string {
  const link = new URL(path, publicUrl);
  link.searchParams.set('token', token);
  return link.href;
}

const bodyOf = (letter: Letter) => ({ text: letterAsText(letter), html: letterAsHtml(letter) });

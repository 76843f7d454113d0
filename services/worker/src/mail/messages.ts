import { confirmEmailPage, newsletterPages, oneClickPath } from '@journal/contracts';
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
    { paragraph: 'If it wasn’t you: ignore this message. Your old password still works.' },
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

/** Returns the message that asks whether somebody who registered reads the mail of their address. */
export function emailConfirmationMessage(
  { journalName, publicUrl }: Journal,
  mail: { readonly userId: string; readonly to: string; readonly token: string },
): Message {
  const link = new URL(`${confirmEmailPage}?${new URLSearchParams({ token: mail.token })}`, publicUrl).href;
  const parts: LetterPart[] = [
    { paragraph: `Someone opened an account at ${journalName} with this address. Was it you?` },
    { link, label: 'Confirm my address' },
    { paragraph: 'You can read, pitch and sign in without it, too.' },
    { paragraph: 'If it wasn’t you: ignore this message, and don’t open the link.' },
  ];
  return {
    kind: 'email-confirmation',
    subjectId: mail.userId,
    to: mail.to,
    subject: `Please confirm your address for ${journalName}`,
    ...bodyOf({ journalName, heading: 'Please confirm your address', parts }),
  };
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
    { paragraph: 'If it wasn’t you: ignore this message. We will send you no issues.' },
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

/** What became of a pitch, as its writer is told. */
export type PitchOutcome =
  | { readonly kind: 'received' | 'refused' }
  | { readonly kind: 'published'; readonly articleId: number };

const pitchLetters = {
  received: {
    subject: 'Your pitch has arrived at',
    heading: 'Your pitch has arrived',
    text: 'Thank you for writing for us. We read every pitch, and get back to you soon. Until we take it up you can change it or take it back.',
    label: 'See your pitches',
  },
  published: {
    subject: 'Your piece is published in',
    heading: 'You are published',
    text: 'Your pitch is an article now, for everybody to read. Thank you for writing for us.',
    label: 'Read it in the journal',
  },
  refused: {
    subject: 'Your pitch to',
    heading: 'About your pitch',
    text: 'Thank you for letting us read it. It was not taken up this time, which says little about you and nothing about the next one. We would like to read that, too.',
    label: 'See your pitches',
  },
} as const satisfies Record<PitchOutcome['kind'], object>;

/** Returns the message that tells a writer what became of a pitch: a link alone, nothing of what was written. */
export function pitchMessage(
  { journalName, publicUrl }: Journal,
  { userId, to, outcome }: { readonly userId: string; readonly to: string; readonly outcome: PitchOutcome },
): Message {
  const { subject, heading, text, label } = pitchLetters[outcome.kind];
  const path = outcome.kind === 'published' ? `/article/${outcome.articleId}` : '/profile#pitches';
  const parts: LetterPart[] = [{ paragraph: text }, { link: new URL(path, publicUrl).href, label }];
  return {
    kind: `pitch-${outcome.kind}`,
    subjectId: userId,
    to,
    subject: `${subject} ${journalName}`,
    ...bodyOf({ journalName, heading, parts }),
  };
}

const bodyOf = (letter: Letter) => ({ text: letterAsText(letter), html: letterAsHtml(letter) });

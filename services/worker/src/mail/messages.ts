import { confirmEmailPage, invitationPage, oneClickPath, ownPitchPath } from '@journal/contracts';
import { letterMessage } from './letter.ts';
import type { Message } from './mailer.ts';

/** The journal that sends the mail. */
export type Journal = {
  readonly journalName: string;
  /** Public origin of the journal's site. */
  readonly publicUrl: string;
};

/** Returns the Message-ID for a name within this journal; the same name gives the same ID. */
export const messageIdOf = ({ publicUrl }: Pick<Journal, 'publicUrl'>, name: string): string =>
  `<${name}@${new URL(publicUrl).hostname}>`;

/** Returns the message to a user who forgot their password. */
export function temporaryPasswordMessage(
  { journalName, publicUrl }: Journal,
  mail: {
    readonly userId: string;
    readonly to: string;
    readonly temporaryPassword: string;
    readonly validMilliseconds: number;
  },
): Message {
  return letterMessage({
    kind: 'temporary-password',
    subjectId: mail.userId,
    to: mail.to,
    subject: `Your temporary password for ${journalName}`,
    journalName,
    heading: 'Your temporary password',
    parts: [
      `Someone asked for a temporary password for your account at ${journalName}. Here it is:`,
      { code: mail.temporaryPassword },
      `It is valid for ${periodInWords(mail.validMilliseconds)}. Sign in with it, then choose a new password on your profile page.`,
      { link: new URL('/login', publicUrl).href, label: 'Sign in' },
      'If it wasn’t you: ignore this message. Your old password still works.',
    ],
  });
}

/** Returns a period in words, rounded to minutes; at least one minute. */
export function periodInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000));
  if (minutes === 1) return 'one minute';
  if (minutes === 60) return 'one hour';
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** Returns the message that asks a new user to confirm their address. */
export function emailConfirmationMessage(
  { journalName, publicUrl }: Journal,
  mail: { readonly userId: string; readonly to: string; readonly token: string },
): Message {
  const link = linkTo(publicUrl, confirmEmailPage, mail.token);
  return letterMessage({
    kind: 'email-confirmation',
    subjectId: mail.userId,
    to: mail.to,
    subject: `Please confirm your address for ${journalName}`,
    journalName,
    heading: 'Please confirm your address',
    parts: [
      `Someone opened an account at ${journalName} with this address. Was it you?`,
      { link, label: 'Confirm my address' },
      'You can read, pitch and sign in without it, too.',
      'If it wasn’t you: ignore this message, and don’t open the link.',
    ],
  });
}

/** Returns the message that invites an address to the newsroom: only a link. */
export function invitationMessage(
  { journalName, publicUrl }: Journal,
  mail: { readonly invitationId: string; readonly to: string; readonly token: string },
): Message {
  const link = linkTo(publicUrl, invitationPage, mail.token);
  return letterMessage({
    kind: 'invitation',
    subjectId: mail.invitationId,
    to: mail.to,
    subject: `You are invited to ${journalName}`,
    journalName,
    heading: 'You are invited',
    parts: [
      `You are invited to work in the newsroom of ${journalName}. To accept, sign in with this address, or open an account with it.`,
      { link, label: 'See the invitation' },
      'The link works for 7 days and is only for you: please do not share it.',
      'If you don’t know what this is about: ignore this message.',
    ],
  });
}

/** News about a pitch, for its writer or its assignee. */
export type PitchNews =
  | {
      readonly kind:
        | 'received'
        | 'commented'
        | 'changes-requested'
        | 'accepted'
        | 'declined'
        | 'assigned'
        | 'resubmitted'
        | 'withdrawn';
    }
  | { readonly kind: 'published'; readonly articleId: number };

const seeIt = 'See your pitch';
const openIt = 'Open the pitch';
const pitchLetters = {
  received: {
    subject: 'Your pitch has arrived at',
    heading: 'Your pitch has arrived',
    text: 'Thank you for writing for us. We read every pitch and will get back to you soon. You can change it until an editor starts working on it, and withdraw it until it is published.',
    label: seeIt,
  },
  'changes-requested': {
    subject: 'An editor has answered your pitch to',
    heading: 'An editor has a note for you',
    text: 'We have read your pitch and would like you to work on it a little more. The note beside your text says where. Nobody’s text is done the first time.',
    label: 'Read the note',
  },
  commented: {
    subject: 'Comments on your pitch to',
    heading: 'The editors have commented on your pitch',
    text: 'They have left comments beside your text. You can reply there and say when something is done.',
    label: 'Read the comments',
  },
  accepted: {
    subject: 'Your pitch is accepted by',
    heading: 'Your pitch is accepted',
    text: 'We would like to publish your pitch. Its page says if anything is still missing; we will write again when it is out.',
    label: seeIt,
  },
  published: {
    subject: 'Your piece is published in',
    heading: 'You are published',
    text: 'Your pitch is now an article that everybody can read. Thank you for writing for us.',
    label: 'Read it in the journal',
  },
  declined: {
    subject: 'About your pitch to',
    heading: 'About your pitch',
    text: 'We have read your pitch and will not publish it this time. An editor has written to tell you why. This says little about you and nothing about your next pitch, which we would like to read too.',
    label: 'Read the answer',
  },
  assigned: {
    subject: 'A pitch for you at',
    heading: 'A pitch for you',
    text: 'You have been asked to look after a pitch.',
    label: openIt,
  },
  resubmitted: {
    subject: 'A pitch is back at',
    heading: 'A pitch is back',
    text: 'The writer of a pitch that you look after has worked on it and sent it again.',
    label: openIt,
  },
  withdrawn: {
    subject: 'A pitch was withdrawn at',
    heading: 'A pitch was withdrawn',
    text: 'The writer of a pitch that you looked after has withdrawn it. There is nothing more to do.',
    label: 'Go to the pitches',
  },
} as const satisfies Record<PitchNews['kind'], object>;

/** Whether the news is for the pitch's assignee instead of its writer. */
export const isForEditor = ({ kind }: PitchNews): boolean =>
  kind === 'assigned' || kind === 'resubmitted' || kind === 'withdrawn';

function pathOf(news: PitchNews, submissionId: string): string {
  if (news.kind === 'published') return `/article/${news.articleId}`;
  if (news.kind === 'withdrawn') return '/admin?tab=submissions';
  return isForEditor(news) ? `/admin?tab=submissions#${submissionId}` : ownPitchPath(submissionId);
}

/** Returns the message with news about a pitch: only a link, without any of its contents. */
export function pitchMessage(
  { journalName, publicUrl }: Journal,
  mail: {
    readonly userId: string;
    readonly to: string;
    readonly submissionId: string;
    readonly news: PitchNews;
  },
): Message {
  const { userId, to, submissionId, news } = mail;
  const { subject, heading, text, label } = pitchLetters[news.kind];
  const link = new URL(pathOf(news, submissionId), publicUrl).href;
  return letterMessage({
    kind: `pitch-${news.kind}`,
    subjectId: userId,
    to,
    subject: `${subject} ${journalName}`,
    journalName,
    heading,
    parts: [text, { link, label }],
  });
}

/** Returns the message that asks a long-inactive user whether they still want their account. */
export function idleAccountMessage(
  { journalName, publicUrl }: Journal,
  { userId, to }: { readonly userId: string; readonly to: string },
): Message {
  const link = new URL('/profile', publicUrl).href;
  return letterMessage({
    kind: 'idle-account',
    subjectId: userId,
    to,
    subject: `Do you still want your account at ${journalName}?`,
    journalName,
    heading: 'Do you still want your account?',
    parts: [
      'You have not signed in for more than two years. Sign in to keep your account, or delete it in your profile.',
      { link, label: 'Go to your profile' },
    ],
  });
}

/** Returns the message that notifies an editor that a writer has hidden a piece: only a link. */
export function hiddenPieceMessage(
  { journalName, publicUrl }: Journal,
  { userId, to }: { readonly userId: string; readonly to: string },
): Message {
  const link = new URL('/admin?tab=articles&status=hidden', publicUrl).href;
  return letterMessage({
    kind: 'piece-hidden',
    subjectId: userId,
    to,
    subject: `A writer has hidden a piece in ${journalName}`,
    journalName,
    heading: 'A writer has hidden a piece',
    parts: [
      'The writer of a piece has hidden it: readers do not see it any more. You can take the name off it or remove it for good; only its writer can show it to readers again.',
      { link, label: 'See hidden pieces' },
    ],
  });
}

/** Returns the message that a concern was reported: only a link, without its contents. */
export function concernMessage(
  { journalName, publicUrl }: Journal,
  { subjectId, to }: { readonly subjectId: string; readonly to: string },
): Message {
  const link = new URL('/admin/concerns', publicUrl).href;
  return letterMessage({
    kind: 'concern',
    subjectId,
    to,
    subject: `Somebody has reported a concern at ${journalName}`,
    journalName,
    heading: 'Somebody has reported a concern',
    parts: [
      'Somebody has reported a concern. Please read it soon: it may be about their safety, or about how somebody here treats them.',
      { link, label: 'Read it' },
    ],
  });
}

/** Returns the URL of a page with a token. */
export const linkTo = (publicUrl: string, path: string, token: string): string =>
  new URL(`${path}?${new URLSearchParams({ token })}`, publicUrl).href;

/** Returns the headers for one-click unsubscription (RFC 8058). */
export const oneClickHeaders = (publicUrl: string, unsubscribeToken: string) => ({
  'List-Unsubscribe': `<${linkTo(publicUrl, oneClickPath, unsubscribeToken)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

import { letterMessage } from './letter.ts';
import type { Message } from './mailer.ts';
import type { Journal } from './messages.ts';

const letters = {
  PasskeyAdded: {
    heading: 'A passkey was added',
    text: 'A passkey was added to your account. You can now sign in with it.',
  },
  PasskeyRemoved: {
    heading: 'A passkey was removed',
    text: 'A passkey was removed from your account. It can no longer be used to sign in, and you are signed out everywhere else.',
  },
  PasskeysReset: {
    heading: 'Your passkeys were removed',
    text: 'All passkeys and recovery codes of your account were removed. Sign in with your password, then add a new passkey.',
  },
  RecoveryCodesIssued: {
    heading: 'New recovery codes',
    text: 'Ten new recovery codes were created for your account. Earlier codes no longer work.',
  },
  RecoveryCodeUsed: {
    heading: 'A recovery code was used',
    text: 'Somebody signed in to your account with your password and one of your recovery codes. You are signed out everywhere else.',
  },
} as const;

/** Returns the message that notifies a user of a change to their sign-in methods: only a link. */
export function securityMessage(
  { journalName, publicUrl }: Journal,
  mail: { readonly userId: string; readonly to: string; readonly what: keyof typeof letters },
): Message {
  const { heading, text } = letters[mail.what];
  const link = new URL('/profile#passkeys', publicUrl).href;
  return letterMessage({
    kind: 'security',
    subjectId: mail.userId,
    to: mail.to,
    subject: `${heading}: your account at ${journalName}`,
    journalName,
    heading,
    parts: [
      text,
      'If it wasn’t you: change your password, and remove all passkeys on your profile. For a week after the first passkey was added, your password is enough for that; after that, ask the people who run the journal.',
      { link, label: 'See your passkeys' },
    ],
  });
}

import { consentPage } from '@journal/contracts';
import type { ConsentLink } from '@journal/events';
import { letterMessage } from './letter.ts';
import type { Message } from './mailer.ts';
import { type Journal, linkTo } from './messages.ts';

/** Returns the subject ID of a message to a guardian; such messages are removed together with the writer's. */
export const guardianMailSubject = ({ userId, guardianId }: ConsentLink) => `${userId}_${guardianId}`;

/** Returns the message that asks a parent or guardian for consent: only a link, nothing about the writer. */
export function guardianMessage(
  { journalName, publicUrl }: Journal,
  mail: ConsentLink & { readonly to: string; readonly token: string },
): Message {
  const link = linkTo(publicUrl, consentPage, mail.token);
  return letterMessage({
    kind: 'guardian',
    subjectId: guardianMailSubject(mail),
    to: mail.to,
    subject: `${journalName} asks for your consent as a parent or guardian`,
    journalName,
    heading: 'Do you agree?',
    parts: [
      `Somebody who writes for ${journalName}, a journal by young people, named you as their parent or guardian. Before anything they wrote is published, we ask you whether you agree.`,
      { link, label: 'Read more, and answer' },
      'You have 14 days to answer. Please keep this message: if you agree, the same link lets you withdraw your consent at any time. No account is needed.',
      'If you don’t know what this is about: ignore this message. Your address is erased after 14 days.',
    ],
  });
}

/** Returns the message that notifies a writer that their parent or guardian has answered: only a link. */
export function consentAnsweredMessage(
  { journalName, publicUrl }: Journal,
  { userId, to }: { readonly userId: string; readonly to: string },
): Message {
  return letterMessage({
    kind: 'consent-answered',
    subjectId: userId,
    to,
    subject: `Your parent or guardian has answered: ${journalName}`,
    journalName,
    heading: 'Your parent or guardian has answered',
    parts: [
      'Your parent or guardian has answered our question about publishing what you write.',
      { link: new URL('/profile#pitches', publicUrl).href, label: 'See the answer' },
    ],
  });
}

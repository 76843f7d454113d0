import { newsletterPages, type Section, sectionNames } from '@journal/contracts';
import { letterMessage } from './letter.ts';
import type { Message } from './mailer.ts';
import { type Journal, linkTo, oneClickHeaders } from './messages.ts';

/** Returns the message that asks the owner of an address to confirm its newsletter subscription. */
export function confirmationMessage(
  { journalName, publicUrl }: Journal,
  mail: {
    readonly subscriberId: string;
    readonly to: string;
    /** Null for all issues. */
    readonly section: Section | null;
    readonly confirmationToken: string;
    readonly unsubscribeToken: string;
  },
): Message {
  const issues = mail.section
    ? `only those issues of ${journalName} that have something from ${sectionNames[mail.section]}`
    : `new issues of ${journalName}`;
  return letterMessage({
    kind: 'newsletter-confirmation',
    subjectId: mail.subscriberId,
    to: mail.to,
    subject: `Please confirm your subscription to ${journalName}`,
    journalName,
    heading: 'Please confirm your subscription',
    parts: [
      `Someone asked us to send this address ${issues}. Was it you?`,
      {
        link: linkTo(publicUrl, newsletterPages.confirm, mail.confirmationToken),
        label: 'Confirm my subscription',
      },
      'The link works for 7 days.',
      'If it wasn’t you: ignore this message, and nothing changes.',
    ],
    headers: oneClickHeaders(publicUrl, mail.unsubscribeToken),
  });
}

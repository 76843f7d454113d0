import { hash } from 'node:crypto';
import { newsletterPages } from '@journal/contracts';
import { type MailedIssue, renderIssueMail } from '@journal/issue-mail';
import type { MailingCopy } from '@journal/read-models/delivery';
import type { Message } from '../mail/mailer.ts';
import { type Journal, linkTo, messageIdOf, oneClickHeaders } from '../mail/messages.ts';

/** Placeholder in a copy for each reader's token; needs no escaping. */
const placeholder = 'UNSUBSCRIBE-9f2c7d51';

/** Returns the copy of an issue's current state, the same for all readers. */
export function copyOfIssue(asWritten: MailedIssue, { journalName, publicUrl }: Journal): MailingCopy {
  // In a text, as in a link to elsewhere that somebody put there, it would become each reader's token as well.
  const issue: MailedIssue = JSON.parse(JSON.stringify(asWritten).replaceAll(placeholder, '…'));
  const way = linkTo(publicUrl, newsletterPages.unsubscribe, placeholder);
  const mail = renderIssueMail(issue, { name: journalName, publicUrl }, way);
  return { ...mail, contentHash: hash('sha256', JSON.stringify([mail.subject, mail.text, mail.html])) };
}

/** Returns the copy for a subscriber, with one-click unsubscription (RFC 8058). */
export function issueMessage(
  copy: MailingCopy,
  { publicUrl }: Journal,
  reader: {
    readonly mailingId: string;
    readonly subscriberId: string;
    readonly email: string;
    readonly unsubscribeToken: string;
    /** Envelope sender, which identifies the copy if it bounces. */
    readonly returnPath?: string | undefined;
  },
): Message {
  const { mailingId, subscriberId, email, unsubscribeToken, returnPath } = reader;
  return {
    ...messageOf(copy, unsubscribeToken, publicUrl),
    subjectId: subscriberId,
    to: email,
    returnPath,
    // The same for each mailing and subscriber, so that servers and mail programs detect duplicates.
    messageId: messageIdOf({ publicUrl }, `${mailingId}.${subscriberId}`),
    headers: { 'Auto-Submitted': 'no', ...oneClickHeaders(publicUrl, unsubscribeToken) },
  };
}

/** Returns a test copy for a newsroom user. Its unsubscribe link has no token, so the page shows it as invalid. */
export function testMessage(
  copy: MailingCopy,
  { publicUrl }: Journal,
  { userId, to }: { readonly userId: string; readonly to: string },
): Message {
  const message = messageOf(copy, '', publicUrl);
  return { ...message, subjectId: userId, to, subject: `[Test] ${message.subject}` };
}

function messageOf({ subject, text, html }: MailingCopy, token: string, publicUrl: string) {
  const filled = (body: string) => body.replaceAll(placeholder, token);
  const listId = `issues.${new URL(publicUrl).hostname}`;
  return { kind: 'issue', subject, text: filled(text), html: filled(html), listId };
}

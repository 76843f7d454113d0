import { hash } from 'node:crypto';
import { newsletterPages } from '@journal/contracts';
import { type MailedIssue, renderIssueMail } from '@journal/issue-mail';
import type { MailingCopy } from '@journal/read-models/delivery';
import type { Message } from '../mail/mailer.ts';
import { type Journal, linkTo, messageIdOf, oneClickHeaders } from '../mail/messages.ts';

/** Stands in a copy where each reader has a token of their own; needs no escaping, and is in no text by chance. */
const placeholder = 'UNSUBSCRIBE-9f2c7d51';

/** Returns what everybody gets of an issue as it is now. */
export function copyOfIssue(issue: MailedIssue, { journalName, publicUrl }: Journal): MailingCopy {
  const way = linkTo(publicUrl, newsletterPages.unsubscribe, placeholder);
  const mail = renderIssueMail(issue, { name: journalName, publicUrl }, way);
  return { ...mail, contentHash: hash('sha256', JSON.stringify([mail.subject, mail.text, mail.html])) };
}

/** Returns the copy for a subscriber, who leaves by it with one click (RFC 8058). */
export function issueMessage(
  copy: MailingCopy,
  { publicUrl }: Journal,
  reader: {
    readonly mailingId: string;
    readonly subscriberId: string;
    readonly email: string;
    readonly unsubscribeToken: string;
    /** Where it comes back to, and by which it is known then. */
    readonly returnPath?: string | undefined;
  },
): Message {
  const { mailingId, subscriberId, email, unsubscribeToken, returnPath } = reader;
  return {
    ...messageOf(copy, unsubscribeToken, publicUrl),
    subjectId: subscriberId,
    to: email,
    returnPath,
    // The same for a mailing and a subscriber: servers and readers know it as one message.
    messageId: messageIdOf({ publicUrl }, `${mailingId}.${subscriberId}`),
    headers: { 'Auto-Submitted': 'no', ...oneClickHeaders(publicUrl, unsubscribeToken) },
  };
}

/** Returns the copy for somebody in the newsroom who wants to see it; its way out leads to the page that asks who one is. */
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

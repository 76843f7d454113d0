import { isMailRequest, type MailRequest, type Operation } from '../workload/history.ts';

export type Sent = { readonly to: string; readonly subject: string; readonly messageId: string };

/** Verdict on the mails: `violations` contradict a promise, `waiting` have not arrived yet, `twice` arrived again. */
export type MailVerdict = { readonly violations: string[]; readonly waiting: number; readonly twice: number };

const kinds: Readonly<Record<MailRequest['kind'], RegExp>> = { register: /confirm/i, forgot: /password/i };

/**
 * Every acknowledged request has a mail, and every mail has a request. A mail may arrive twice: if a worker dies after
 * handing it over and before recording that, another one sends it again, because a mail server can't be queried. Copies
 * of one message have the same Message-ID; each temporary password is new, and so is its message.
 */
export function judgeMail(history: readonly Operation[], sent: readonly Sent[]): MailVerdict {
  const requests = history.filter(isMailRequest).filter(({ outcome }) => outcome !== 'refused');
  const violations: string[] = [];
  let waiting = 0;
  let twice = 0;
  for (const { kind, email, outcome } of requests) {
    const copies = sent.filter(({ to, subject }) => to === email && kinds[kind].test(subject));
    if (outcome === 'acknowledged' && copies.length === 0) waiting++;
    if (copies.length > 1) twice++;
    if (kind === 'register' && new Set(copies.map(({ messageId }) => messageId)).size > 1)
      violations.push(`${email} received "${copies[0]?.subject}" twice`);
  }
  const asked = new Set(requests.map(({ email }) => email));
  for (const { to, subject } of sent)
    if (!asked.has(to)) violations.push(`${to} never requested "${subject}"`);
  return { violations, waiting, twice };
}

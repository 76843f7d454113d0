import { asksForMail, type MailRequest, type Operation } from '../workload/history.ts';

export type Sent = { readonly to: string; readonly subject: string; readonly messageId: string };

/** What became of the mails: `faults` contradict a promise, `waiting` are still to come, `twice` came again. */
export type MailVerdict = { readonly faults: string[]; readonly waiting: number; readonly twice: number };

const kinds: Readonly<Record<MailRequest['kind'], RegExp>> = { register: /confirm/i, forgot: /password/i };

/**
 * Every acknowledged request has a mail, and no other has more than one. A mail may come twice: whoever dies between
 * handing it over and noting that leaves it to another, for a mail server can't be asked. What says the same then has the
 * same Message-ID; each temporary password is a new one, and so is its message.
 */
export function judgeMail(history: readonly Operation[], sent: readonly Sent[]): MailVerdict {
  const requests = history.filter(asksForMail).filter(({ outcome }) => outcome !== 'refused');
  const faults: string[] = [];
  let waiting = 0;
  let twice = 0;
  for (const { kind, email, outcome } of requests) {
    const copies = sent.filter(({ to, subject }) => to === email && kinds[kind].test(subject));
    if (outcome === 'acknowledged' && copies.length === 0) waiting++;
    if (copies.length > 1) twice++;
    if (kind === 'register' && new Set(copies.map(({ messageId }) => messageId)).size > 1)
      faults.push(`${email} has two messages "${copies[0]?.subject}"`);
  }
  const asked = new Set(requests.map(({ email }) => email));
  for (const { to, subject } of sent) if (!asked.has(to)) faults.push(`${to} never asked for "${subject}"`);
  return { faults, waiting, twice };
}

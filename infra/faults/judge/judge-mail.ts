import { asksForMail, type MailRequest, type Operation } from '../workload/history.ts';

export type Sent = { readonly to: string; readonly subject: string };

/** What became of the mails: `faults` contradict a promise, `waiting` are still to come, `twice` came again. */
export type MailVerdict = { readonly faults: string[]; readonly waiting: number; readonly twice: number };

const kinds: Readonly<Record<MailRequest['kind'], RegExp>> = { register: /confirm/i, forgot: /password/i };

/**
 * Every acknowledged request has a mail, and no other has more than one. A mail may come twice: whoever dies between
 * handing it over and noting that leaves it to another, for a mail server can't be asked.
 */
export function judgeMail(history: readonly Operation[], sent: readonly Sent[]): MailVerdict {
  const requests = history.filter(asksForMail).filter(({ outcome }) => outcome !== 'refused');
  const faults: string[] = [];
  let waiting = 0;
  let twice = 0;
  for (const { kind, email, outcome } of requests) {
    const count = sent.filter(({ to, subject }) => to === email && kinds[kind].test(subject)).length;
    if (outcome === 'acknowledged' && count === 0) waiting++;
    if (count > 1) twice++;
  }
  const asked = new Set(requests.map(({ email }) => email));
  for (const { to, subject } of sent) if (!asked.has(to)) faults.push(`${to} never asked for "${subject}"`);
  return { faults, waiting, twice };
}

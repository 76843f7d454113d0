import { sections } from '../fields/bounds.ts';

/** Who an issue is mailed to: every subscriber who wants what is in it, or those who asked for one section alone. */
export const mailingAudiences = ['everybody', ...sections] as const;
export type MailingAudience = (typeof mailingAudiences)[number];

/** `freezing`: who gets it, and what, is being written down; nobody has it yet. */
export const mailingStatuses = [
  'prepared',
  'freezing',
  'sending',
  'paused',
  'completed',
  'cancelled',
] as const;
export type MailingStatus = (typeof mailingStatuses)[number];

/** Why the journal itself stops a mailing until an editor lets it go on. */
export const mailingTroubles = [
  /** The servers of many recipients refused it. */
  'refusals',
  /** The mail server could not be reached, or failed, many times in a row. */
  'failures',
  /** What was written down of its recipients is not all there any more. */
  'rows-missing',
  /** The issue was taken away from readers meanwhile. */
  'issue-withdrawn',
  /** It has come from a backup, after which it went on: who has got it since is not known. */
  'restored',
] as const;
export type MailingTrouble = (typeof mailingTroubles)[number];

export const mailingPauses = ['editor', ...mailingTroubles] as const;
export type MailingPause = (typeof mailingPauses)[number];

/** How a mailing may end for somebody. `left`: they had left, or were erased, before it was their turn. */
export const mailingOutcomes = ['accepted', 'refused', 'uncertain', 'left', 'suppressed'] as const;
export type MailingOutcome = (typeof mailingOutcomes)[number];
export type MailingCounts = { readonly [Outcome in MailingOutcome]: number };

/** `{issue}-{n}`: the n-th mailing of an issue. */
export const mailingIdPattern = '^[1-9][0-9]{0,5}-[1-9][0-9]{0,3}$';
export const mailingIdOf = (issueNumber: number, n: number) => `${issueNumber}-${n}`;

/** Returns what a mailing is called. */
export function mailingName(mailingId: string): string {
  const [issueNumber, n] = mailingId.split('-');
  return n === '1' ? `Mailing of issue ${issueNumber}` : `Mailing ${n} of issue ${issueNumber}`;
}

/** Where a copy is: `ready` for its turn, `sending`, ended in one way or another, or `cancelled` with its mailing. */
export const deliveryStatuses = ['ready', 'sending', ...mailingOutcomes, 'cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

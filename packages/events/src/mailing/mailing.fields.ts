import { sections } from '../fields/bounds.ts';

/** Recipients of an issue: every subscriber who wants its contents, or only subscribers to one section. */
export const mailingAudiences = ['everybody', ...sections] as const;
export type MailingAudience = (typeof mailingAudiences)[number];

/** `freezing`: recipients and content are being recorded; nothing has been sent yet. */
export const mailingStatuses = [
  'prepared',
  'freezing',
  'sending',
  'paused',
  'completed',
  'cancelled',
] as const;
export type MailingStatus = (typeof mailingStatuses)[number];

/** Reasons for the journal to pause a mailing automatically until an editor resumes it. */
export const mailingTroubles = [
  /** The mail servers of many recipients rejected it. */
  'refusals',
  /** The journal's mail server was unreachable, or failed, many times in a row. */
  'failures',
  /** Some of the recorded recipients are missing. */
  'rows-missing',
  /** The issue was withdrawn in the meantime. */
  'issue-withdrawn',
  /** The mailing was restored from a backup and had continued after it, so later deliveries are unknown. */
  'restored',
] as const;
export type MailingTrouble = (typeof mailingTroubles)[number];

export const mailingPauses = ['editor', ...mailingTroubles] as const;
export type MailingPause = (typeof mailingPauses)[number];

/**
 * Outcomes of a mailing for one recipient. `left`: the recipient had unsubscribed, or was erased, before their turn.
 */
export const mailingOutcomes = ['accepted', 'refused', 'uncertain', 'left', 'suppressed'] as const;
export type MailingOutcome = (typeof mailingOutcomes)[number];
export type MailingCounts = { readonly [Outcome in MailingOutcome]: number };

/** `{issue}-{n}`: the n-th mailing of an issue. */
export const mailingIdPattern = '^[1-9][0-9]{0,5}-[1-9][0-9]{0,3}$';
export const mailingIdOf = (issueNumber: number, n: number) => `${issueNumber}-${n}`;

/** Returns the display name of a mailing. */
export function mailingName(mailingId: string): string {
  const [issueNumber, n] = mailingId.split('-');
  return n === '1' ? `Mailing of issue ${issueNumber}` : `Mailing ${n} of issue ${issueNumber}`;
}

/** State of a copy: `ready` to be sent, `sending`, ended with an outcome, or `cancelled` with its mailing. */
export const deliveryStatuses = ['ready', 'sending', ...mailingOutcomes, 'cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

import {
  type Mailing,
  type MailingAudience,
  type MailingPause,
  type MailingTrouble,
  sections,
} from '@journal/contracts';
import { sectionNames } from '../section/section-marks.ts';

/** `1 person`, `1,200 people`. */
export const people = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`;

export const audienceName = (audience: MailingAudience): string =>
  audience === 'everybody' ? 'everybody' : `readers of ${sectionNames[audience]} only`;

export const audienceChoices = [
  {
    value: 'everybody',
    name: 'Everybody',
    hint: 'All subscribers. Those who asked for only one section get it only if this issue has something from that section.',
  },
  ...sections.map((section) => ({
    value: section,
    name: `Readers of ${sectionNames[section]} only`,
    hint: `Those who asked for ${sectionNames[section]} and nothing else.`,
  })),
];

/** Returns the text above the preview of a mail, for an issue with this number of waiting pitches. */
export const pendingPitchesText = (pitches: number): string =>
  pitches === 1
    ? 'With the pitch that waits for this issue, as it will be sent once the issue is out. Until then its link leads to the issue.'
    : `With the ${pitches} pitches that wait for this issue, as they will be sent once the issue is out. Until then their links lead to the issue.`;

export const statusLabels: Readonly<Record<Mailing['status'], string>> = {
  prepared: 'Prepared',
  freezing: 'Starting',
  sending: 'On its way',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

export const pauseTexts: Readonly<Record<MailingPause, string>> = {
  editor: 'An editor paused it.',
  refusals:
    'So many addresses were refused that the journal stopped, before it is taken for a sender of junk. Ask the people who run the journal before you resume it.',
  failures:
    'The mail server failed many times in a row. Nobody is left out: once it works again, resume the mailing.',
  'rows-missing':
    'The recorded list of its recipients is incomplete. Ask the people who run the journal before you resume it.',
  'issue-withdrawn': 'The issue was withdrawn. Publish it again before you resume the mailing.',
  restored:
    'The journal was restored from a backup that was taken while the mail went out, so it does not know who has received it since. Once you resume it, everybody who may have received it is listed as uncertain, and gets it only if you send it again.',
};

/** Short reasons for the steps that the journal took automatically. */
export const troubleReasons: Readonly<Record<MailingTrouble, string>> = {
  refusals: 'too many addresses were refused',
  failures: 'the mail server failed',
  'rows-missing': 'part of the recipient list is missing',
  'issue-withdrawn': 'the issue was withdrawn',
  restored: 'the journal was restored from a backup',
};

/** Returns the number of recipients in each state. Bounced copies were accepted, but they don't count as sent. */
export function countsOf({
  deliveries,
  deferred,
  returned,
}: Pick<Mailing, 'deliveries' | 'deferred' | 'returned'>) {
  const { accepted, ready } = deliveries;
  return {
    ...deliveries,
    accepted: Math.max(0, accepted - returned),
    returned,
    ready: ready - deferred,
    deferred,
  };
}

/** Whether the outcomes of a mailing's copies are still recorded; they are deleted after 90 days. */
export const areCopiesRecorded = ({
  recipients,
  deliveries,
}: Pick<Mailing, 'recipients' | 'deliveries'>): boolean =>
  !recipients || Object.values(deliveries).some((count) => count > 0);

/** Returns how many people had received a mailing before it was cancelled. */
export const receivedText = (
  mailing: Pick<Mailing, 'recipients' | 'deliveries' | 'deferred' | 'returned'>,
): string =>
  areCopiesRecorded(mailing)
    ? `${people(countsOf(mailing).accepted)} had already received it.`
    : 'Who had already received it is no longer recorded.';

/** Whether the uncertain recipients can be sent another copy: who they are is deleted after 90 days. */
export const canSendAgain = ({ status, uncertain }: Pick<Mailing, 'status' | 'uncertain'>): boolean =>
  (status === 'completed' || status === 'paused') && uncertain.length > 0;

/** The outcomes of copies, in display order. */
export const outcomeLabels = [
  ['accepted', 'sent'],
  ['returned', 'bounced: their mail server accepted it but could not deliver it'],
  ['ready', 'waiting for their turn'],
  ['deferred', 'deferred by their mail server: the journal keeps trying for about a day'],
  ['sending', 'on their way'],
  ['uncertain', 'uncertain'],
  ['refused', 'refused by their mail server'],
  ['suppressed', 'skipped, because their address did not work before'],
  ['left', 'unsubscribed before their turn'],
  ['cancelled', 'not sent any more'],
] as const satisfies readonly (readonly [keyof ReturnType<typeof countsOf>, string])[];

/** Returns a duration given in seconds: `about 2 minutes`. */
export function durationText(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5_400
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour'];
  const rounded = Math.max(1, Math.round(count));
  return `about ${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}

/** Whether anybody may have received the issue in one of these mailings. */
export const mayHaveCopies = (all: readonly Pick<Mailing, 'startedAt'>[]): boolean =>
  all.some(({ startedAt }) => startedAt !== null);

/** Returns the number of recipients for whom a mailing has finished, except those for whom it was cancelled. */
export const finishedOf = ({
  ready: _ready,
  sending: _sending,
  cancelled: _cancelled,
  ...settled
}: Mailing['deliveries']): number => Object.values(settled).reduce((sum, count) => sum + count, 0);

type Progress = Pick<Mailing, 'status' | 'deliveries' | 'deferred' | 'perMinute'> & {
  readonly steps: readonly Pick<Mailing['steps'][number], 'at'>[];
};

/** Whether nothing has been sent for a minute although copies are due. */
export function isStalled(
  { status, deliveries, deferred, perMinute, steps }: Progress,
  now: number,
): boolean {
  const since = Date.parse(steps[0]?.at ?? '');
  return status === 'sending' && perMinute === 0 && deliveries.ready > deferred && now - since > 60_000;
}

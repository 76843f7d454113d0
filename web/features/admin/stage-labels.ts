import { describeByline, type Submission, type SubmissionStage, submissionFields } from '@journal/contracts';

/** The newsroom's names of the stages. */
export const stageNames: Readonly<Record<SubmissionStage, string>> = {
  received: 'Received',
  reading: 'Reading',
  'changes-requested': 'Changes requested',
  resubmitted: 'Back from the writer',
  accepted: 'Accepted',
};

/** Names of the other statuses. A pending pitch shows its stage instead. */
export const outcomeNames: Readonly<Record<Exclude<Submission['status'], 'pending'>, string>> = {
  published: 'Published',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  deleted: 'Deleted',
};

/** Returns a short text for the stage of a pending pitch, or the outcome of a closed one. */
export const stageLabelOf = ({ status, stage }: Pick<Submission, 'status' | 'stage'>): string =>
  status === 'pending' ? stageNames[stage ?? 'received'] : outcomeNames[status];

/** Shown for a pitch that can't be published yet. */
export const awaitingConsentText = 'Waits for a parent’s or guardian’s consent';

const day = 86_400_000;
const dayOf = (moment: Date) => Math.floor(moment.getTime() / day);

/** Returns the waiting time in UTC days: `since today`, `1 day`, `3 days`. */
export function waitingTime(since: string, now = new Date()): string {
  const days = Math.max(0, dayOf(now) - dayOf(new Date(since)));
  if (days === 0) return 'since today';
  return days === 1 ? '1 day' : `${days} days`;
}

type Standing = Pick<
  Submission,
  'status' | 'stage' | 'assigneeId' | 'dueAt' | 'issueNumber' | 'publishAt' | 'agreedAt' | 'byline'
>;

/** Returns the differences between two states of a pitch, in sentences; an empty text if there are none. */
export function changesBetween(
  before: Submission,
  after: Submission,
  nameOf: (editorId: string | null) => string,
): string {
  const texts = Object.entries(submissionFields)
    .filter(([name]) => before[name as keyof Submission] !== after[name as keyof Submission])
    .map(([, { label }]) => label.toLowerCase());
  const is = (name: keyof Standing) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const isAtStage = is('status') && is('stage');
  return [
    isAtStage ? '' : `It is “${stageLabelOf(after)}” now.`,
    is('assigneeId') ? '' : `Assignee: ${nameOf(after.assigneeId)}.`,
    is('dueAt') || (after.dueAt === null && !isAtStage)
      ? ''
      : after.dueAt === null
        ? 'It has no due date any more.'
        : 'It has a new due date.',
    is('issueNumber')
      ? ''
      : after.issueNumber === null
        ? 'It is for no particular issue any more.'
        : `It is for issue ${after.issueNumber}.`,
    is('byline') ? '' : `Byline: ${describeByline(after.byline)}.`,
    is('publishAt') || after.status !== 'pending'
      ? ''
      : after.publishAt === null
        ? 'Its publication is no longer planned.'
        : 'Its publication is planned for another time.',
    is('agreedAt')
      ? ''
      : after.agreedAt === null
        ? 'Whether the people named have agreed is open again.'
        : 'The people named have agreed.',
    texts.length === 0 ? '' : `Its text has changed: ${texts.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

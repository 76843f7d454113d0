import { type Submission, type SubmissionStage, submissionFields } from '@journal/contracts';

/** The stages in the words of the newsroom. */
export const stageNames: Readonly<Record<SubmissionStage, string>> = {
  received: 'Received',
  reading: 'Reading',
  'changes-requested': 'Changes requested',
  resubmitted: 'Back from the writer',
  accepted: 'Accepted',
};

/** The others of a status, which a pitch that is pending does not say: it says its stage. */
export const closedNames: Readonly<Record<Exclude<Submission['status'], 'pending'>, string>> = {
  published: 'Published',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  deleted: 'Deleted',
};

/** Returns where a pitch stands, or what became of it, in a word or four. */
export const standingOf = ({ status, stage }: Pick<Submission, 'status' | 'stage'>): string =>
  status === 'pending' ? stageNames[stage ?? 'received'] : closedNames[status];

/** Of a pitch that can't be published yet. */
export const consentAwaited = 'Waits for a parent’s or guardian’s consent';

const day = 86_400_000;
const dayOf = (moment: Date) => Math.floor(moment.getTime() / day);

/** How long something has been waiting, in days of UTC: `since today`, `1 day`, `3 days`. */
export function waitingFor(since: string, now = new Date()): string {
  const days = Math.max(0, dayOf(now) - dayOf(new Date(since)));
  if (days === 0) return 'since today';
  return days === 1 ? '1 day' : `${days} days`;
}

type Standing = Pick<
  Submission,
  'status' | 'stage' | 'assigneeId' | 'dueAt' | 'issueNumber' | 'publishAt' | 'agreedAt'
>;

/** Returns what became another between two states of a pitch, in sentences; an empty text where nothing did. */
export function changesBetween(
  before: Submission,
  after: Submission,
  nameOf: (editorId: string | null) => string,
): string {
  const texts = Object.entries(submissionFields)
    .filter(([name]) => before[name as keyof Submission] !== after[name as keyof Submission])
    .map(([, { label }]) => label.toLowerCase());
  const is = (name: keyof Standing) => before[name] === after[name];
  return [
    is('status') && is('stage') ? '' : `It is “${standingOf(after)}” now.`,
    is('assigneeId') ? '' : `Assignee: ${nameOf(after.assigneeId)}.`,
    is('dueAt') || after.dueAt === null ? '' : 'It has a new due date.',
    is('issueNumber') || after.issueNumber === null ? '' : `It is for issue ${after.issueNumber}.`,
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

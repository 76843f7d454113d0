import type { OwnSubmission, SubmissionStage, SubmissionStep } from '@journal/contracts';
import { waitsForWriter } from '../../data/waits-for-writer.ts';
import { longDay, longTime } from '../time/journal-time.ts';

type StateText = { readonly state: string; readonly text: string };

const stages: Readonly<Record<SubmissionStage, StateText>> = {
  received: { state: 'With the editors.', text: 'We read every pitch and will get back to you soon.' },
  reading: { state: 'An editor is reading it.', text: 'You will hear from us as soon as they have.' },
  'changes-requested': { state: 'An editor has a note for you.', text: 'Read it and work on your text.' },
  resubmitted: { state: 'Back with the editors.', text: 'They are reading your new version.' },
  accepted: {
    state: 'Accepted.',
    text: 'You don’t need to do anything; we will write again when it is out.',
  },
};

const outcomes: Readonly<Record<Exclude<OwnSubmission['status'], 'pending'>, StateText>> = {
  published: { state: 'Published.', text: 'Thank you for writing for us.' },
  declined: { state: 'Not taken this time.', text: 'An editor has written to tell you why.' },
  withdrawn: {
    state: 'Withdrawn.',
    text: 'You have withdrawn it. You can pitch it again whenever you like.',
  },
  deleted: {
    state: 'Not taken this time.',
    text: 'Thank you for letting us read it. We would like to read your next one.',
  },
};

type UnshownState = Exclude<NonNullable<OwnSubmission['articleState']>, 'shown' | 'waiting'>;
const unshownStates: Readonly<Record<UnshownState, StateText>> = {
  hidden: { state: 'Hidden.', text: 'Readers don’t see it any more.' },
  deleted: { state: 'No longer in the journal.', text: 'An editor has taken it out.' },
  removed: {
    state: 'Removed for good.',
    text: 'Readers can’t read it any more, and nobody can bring it back. Editors still see it in its history.',
  },
};

/** Whether the writer may change the pitch without a request for changes. */
export const isEditable = ({
  stage,
  isTakenUp,
  publishAt,
}: Pick<OwnSubmission, 'stage' | 'isTakenUp' | 'publishAt'>): boolean =>
  (stage === 'received' || stage === 'reading') && !isTakenUp && publishAt === null;

/** Returns the state of a pitch as its writer sees it. Times and days are in the given zone. */
export function stateOf(pitch: OwnSubmission, zone: string): StateText {
  const { articleState, waitsFor } = pitch;
  if (articleState === 'waiting')
    return {
      state: waitsFor === null ? 'Being published.' : `Waits for issue ${waitsFor}.`,
      text: 'It is about to come out. We will write to you when it is.',
    };
  if (articleState !== null && articleState !== 'shown') return unshownStates[articleState];
  if (pitch.status !== 'pending') return outcomes[pitch.status];
  if (pitch.publishAt !== null && !pitch.awaitsConsent)
    return {
      state: `Planned for ${longTime(pitch.publishAt, zone)}.`,
      text: 'It will be published automatically. We will write to you when it is out.',
    };
  const stage = stages[pitch.stage ?? 'received'];
  if (waitsForWriter(pitch)) return { ...stage, text: `${stage.text} ${dueText(pitch.dueAt, zone)}` };
  if (pitch.stage === 'accepted' && pitch.awaitsConsent) return acceptedBeforeConsent(pitch);
  const isBeforeNote = pitch.stage === 'received' || pitch.stage === 'reading';
  if (isBeforeNote && pitch.isTakenUp)
    return { ...stage, text: 'An editor has taken it up and is working on it.' };
  if (pitch.stage === 'accepted' && waitsFor !== null)
    return {
      state: `Waits for issue ${waitsFor}.`,
      text: 'It has its place in that issue and comes out with it. We will write to you when it is out.',
    };
  return pitch.stage === 'accepted' && pitch.issueNumber !== null
    ? { ...stage, state: `Accepted for issue ${pitch.issueNumber}.` }
    : stage;
}

/** Returns the state of an accepted pitch for which its writer still has to ask a parent or guardian. */
function acceptedBeforeConsent({ waitsFor, issueNumber }: OwnSubmission): StateText {
  if (waitsFor !== null)
    return { state: `Waits for issue ${waitsFor}.`, text: 'It has its place in that issue.' };
  const state = issueNumber === null ? 'Accepted.' : `Accepted for issue ${issueNumber}.`;
  return { state, text: 'We would like to publish it.' };
}

const takenUpAgain = 'The editors reopened it';
const events: Readonly<Record<string, string>> = {
  SubmissionPitched: 'You pitched it',
  SubmissionEdited: 'An editor worked on the text',
  SubmissionAssigned: 'An editor began to look after it',
  SubmissionChangesRequested: 'An editor asked for changes',
  SubmissionResubmitted: 'You sent it again',
  SubmissionAccepted: 'It was accepted',
  SubmissionBylineChosen: 'You changed how you are named',
  SubmissionScheduled: 'A time was planned for it',
  SubmissionUnscheduled: 'The planned time was cancelled',
  SubmissionConcernReported: 'You reported a concern',
  SubmissionDeclined: 'It was not taken this time',
  SubmissionReopened: takenUpAgain,
  SubmissionDeleted: 'It was not taken this time',
  SubmissionRestored: takenUpAgain,
  SubmissionPublished: 'It was published',
  SubmissionWithdrawn: 'You withdrew it',
};

/**
 * Returns the steps of a pitch with their texts, oldest first. Of consecutive steps with the same text and no note,
 * only the first is kept.
 */
export function describeSteps(
  steps: readonly SubmissionStep[],
): (SubmissionStep & { readonly text: string })[] {
  return steps
    .flatMap((step) => ({ ...step, text: events[step.event] ?? [] }))
    .filter((step): step is SubmissionStep & { text: string } => typeof step.text === 'string')
    .filter((step, index, all) => step.note !== null || step.text !== all[index - 1]?.text);
}

/**
 * Returns the step with the editors' last message to the writer, or undefined if there is none. The message of a
 * rejection no longer counts once they have reopened the pitch.
 */
export const newestNote = ({
  steps,
  status,
}: Pick<OwnSubmission, 'steps' | 'status'>): SubmissionStep | undefined =>
  steps.findLast(
    ({ event, isOwn, note }) =>
      !isOwn && note !== null && (event !== 'SubmissionDeclined' || status === 'declined'),
  );

/** Returns a text on when to send it again; being late is no problem. Days are in the given zone. */
export function dueText(dueAt: string | null, zone: string, now = new Date()): string {
  if (dueAt === null) return 'Send it again when you are done.';
  const day = longDay(dueAt, zone);
  return new Date(dueAt) < now
    ? `You were asked to send it again by ${day}. You can still send it.`
    : `Please send it again by ${day}.`;
}

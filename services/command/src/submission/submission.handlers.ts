import { pickContent, submissionFields, submissionStream } from '@journal/events';
import {
  type CommonRejection,
  decideAndAppend,
  loadStateAt,
  type Outcome,
  type Rejected,
} from '../writing/decide-and-append.ts';
import { decideOnce } from '../writing/idempotency.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import {
  type DeleteSubmission,
  type EarlierSubmission,
  type EditSubmission,
  type PitchSubmission,
  type SubmissionRejection,
  type SubmissionState,
  submissionDecider,
} from './submission.decider.ts';

export type SubmissionOutcome = Outcome<
  SubmissionState,
  SubmissionRejection | CommonRejection | 'writer-forgotten'
>;

/** Adds a user's pitch. With an idempotency key it does so once. */
export async function pitchSubmission(
  log: JournalLog,
  pitch: Pick<PitchSubmission, 'userId' | 'content'>,
  context: RequestContext,
): Promise<SubmissionOutcome> {
  const submissionId = context.ids('submission');
  const outcome = await decideOnce(log, {
    stream: submissionStream(submissionId),
    command: { type: 'PitchSubmission', submissionId, ...pitch },
    decider: submissionDecider,
    context,
    isNew: true,
  });
  // Nobody else writes to a stream of this id: the conflict means that the writer's key is gone.
  const isForgotten = 'rejection' in outcome && outcome.rejection === 'write-conflict';
  return isForgotten ? { rejection: 'writer-forgotten' } : outcome;
}

/** Edits or deletes a pending pitch, with its history kept. An edit without changes writes nothing. */
export const changeSubmission = (
  log: JournalLog,
  command: EditSubmission | DeleteSubmission,
  context: RequestContext,
): Promise<SubmissionOutcome> =>
  decideAndAppend(log, {
    stream: submissionStream(command.submissionId),
    command,
    decider: submissionDecider,
    context,
  });

/**
 * Restores a deleted pitch as it was, or any that is not published to its content as of `revision`. With an idempotency
 * key it does so once.
 */
export async function restoreSubmission(
  log: JournalLog,
  { submissionId, revision }: { readonly submissionId: string; readonly revision: number | undefined },
  context: RequestContext,
): Promise<SubmissionOutcome> {
  const earlier = revision === undefined ? undefined : await earlierPitch(log, submissionId, revision);
  if (earlier && 'rejection' in earlier) return earlier;
  return decideOnce(log, {
    stream: submissionStream(submissionId),
    command: { type: 'RestoreSubmission', submissionId, ...(earlier ? { earlier } : {}) },
    decider: submissionDecider,
    context,
  });
}

async function earlierPitch(
  log: JournalLog,
  submissionId: string,
  revision: number,
): Promise<EarlierSubmission | Rejected<'submission-not-found' | 'version-not-found'>> {
  const state = await loadStateAt(log, submissionStream(submissionId), submissionDecider, revision);
  if (!state) return { rejection: 'version-not-found' };
  if (state.status === 'missing' || !state.pitch) return { rejection: 'submission-not-found' };
  return { revision, content: pickContent(submissionFields, state.pitch) };
}

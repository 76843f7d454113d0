import type { SubmissionContent } from '@journal/events';
import { type CommonRejection, decideAndAppend, type Outcome } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type SubmissionRejection, type SubmissionState, submissionDecider } from './submission.decider.ts';

export type SubmissionOutcome = Outcome<
  SubmissionState,
  SubmissionRejection | CommonRejection | 'writer-forgotten'
>;

/** Adds a user's pitch. With an idempotency key it does so once. */
export async function pitchSubmission(
  log: JournalLog,
  pitch: { readonly userId: string; readonly content: SubmissionContent },
  context: RequestContext,
): Promise<SubmissionOutcome> {
  const submissionId = context.ids('submission');
  const command = { type: 'PitchSubmission', submissionId, ...pitch } as const;
  const outcome = await decideAndAppend(log, submissionDecider, command, context, { isNew: true });
  // Nobody else writes to a stream of this id: the conflict means that the writer's key is gone.
  const isForgotten = 'rejection' in outcome && outcome.rejection === 'write-conflict';
  return isForgotten ? { rejection: 'writer-forgotten' } : outcome;
}

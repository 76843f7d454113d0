import { submissionStream } from '@journal/events';
import { decideOnce } from '../idempotency/decide-once.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { PitchSubmission } from './domain/submission.commands.ts';
import { type SubmissionOutcome, submissionDecider } from './submission-outcome.ts';

/** Takes a user's pitch. With an idempotency key it does so once. */
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
  });
  // Nobody else writes to a stream of this id: what was in the way is that the writer's key has gone.
  const isForgotten = 'rejection' in outcome && outcome.rejection === 'write-conflict';
  return isForgotten ? { rejection: 'writer-forgotten' } : outcome;
}

import { submissionStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type SubmissionOutcome, submissionDecider } from './submission-outcome.ts';

/** Takes a pitch off the list of those that wait; it stays in the history. */
export function deleteSubmission(
  log: JournalLog,
  submissionId: string,
  context: RequestContext,
): Promise<SubmissionOutcome> {
  return decideAndAppend(log, {
    stream: submissionStream(submissionId),
    command: { type: 'DeleteSubmission', submissionId },
    decider: submissionDecider,
    context,
  });
}

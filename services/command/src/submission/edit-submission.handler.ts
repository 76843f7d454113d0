import { submissionStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { EditSubmission } from './domain/submission.commands.ts';
import { type SubmissionOutcome, submissionDecider } from './submission-outcome.ts';

/** Replaces what a pitch that waits says; writes nothing where it says so already. */
export function editSubmission(
  log: JournalLog,
  command: Omit<EditSubmission, 'type'>,
  context: RequestContext,
): Promise<SubmissionOutcome> {
  return decideAndAppend(log, {
    stream: submissionStream(command.submissionId),
    command: { type: 'EditSubmission', ...command },
    decider: submissionDecider,
    context,
  });
}

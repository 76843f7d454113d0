import { type NewSubmissionEvent, submissionStream } from '@journal/events';
import { type Decider, loadState, type Outcome, type Written } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { SubmissionCommand, SubmissionRejection } from './domain/submission.commands.ts';
import { decide } from './domain/submission.decider.ts';
import { evolve, initialState, type SubmissionState } from './domain/submission.state.ts';

/** Every way a handler of pitches says no. */
export type SubmissionRefusal =
  | SubmissionRejection
  | 'writer-forgotten'
  | 'version-not-found'
  | 'write-conflict'
  | 'idempotency-key-reused';

export type SubmissionOutcome = Outcome<SubmissionState, SubmissionRefusal>;

export const submissionDecider: Decider<
  SubmissionState,
  SubmissionCommand,
  NewSubmissionEvent,
  SubmissionRefusal
> = { initialState, evolve, decide };

export const loadSubmission = (
  log: Pick<JournalLog, 'read'>,
  submissionId: string,
): Promise<Written<SubmissionState>> => loadState(log, submissionStream(submissionId), submissionDecider);

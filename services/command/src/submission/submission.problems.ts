import type { ProblemCode } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { SubmissionRefusal } from './submission-outcome.ts';

const problemOfRefusal: Readonly<Record<SubmissionRefusal, ProblemCode>> = {
  'edited-meanwhile': 'edited-meanwhile',
  'idempotency-key-reused': 'idempotency-key-reused',
  'submission-id-taken': 'write-conflict',
  'submission-not-deleted': 'submission-not-deleted',
  'submission-not-found': 'submission-not-found',
  'submission-published': 'submission-published',
  'version-not-found': 'version-not-found',
  'write-conflict': 'write-conflict',
  'writer-forgotten': 'not-signed-in',
};

/** The one place where a pitch's refusals become answers. */
export function problemOf(refusal: SubmissionRefusal): ProblemError {
  const message = 'Someone else has changed this submission since you opened it';
  return new ProblemError(problemOfRefusal[refusal], refusal === 'edited-meanwhile' ? { message } : {});
}

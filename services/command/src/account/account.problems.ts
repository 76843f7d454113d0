import type { ProblemCode } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { Written } from '../writing/decide-and-append.ts';
import type { AccountOutcome, AccountRefusal } from './account-outcome.ts';
import type { AccountState } from './domain/account.state.ts';

/** The one place where an account's refusals become answers. */
const problemOfRefusal: Readonly<Record<AccountRefusal, ProblemCode>> = {
  'email-taken': 'email-taken',
  'idempotency-key-reused': 'idempotency-key-reused',
  'registration-abandoned': 'write-conflict',
  'reset-superseded': 'reset-superseded',
  'user-id-taken': 'write-conflict',
  'user-not-found': 'user-not-found',
  'write-conflict': 'write-conflict',
  'wrong-credentials': 'wrong-credentials',
  'wrong-password': 'wrong-password',
};

/** What was written; throws the problem that a refusal stands for. */
export function writtenOrProblem(outcome: AccountOutcome): Written<AccountState> {
  if ('rejection' in outcome) throw new ProblemError(problemOfRefusal[outcome.rejection]);
  return outcome;
}

import { isUnreachable } from '@journal/postgres';
import { SearchUnavailable } from '@journal/search';
import { ProblemError } from '@journal/service-kit';
import { isNotBuiltYet, isOverdue } from '../read-side/readiness.ts';

/** What a search that failed is answered with: a problem that passes by itself, or the error where it is a fault of ours. */
export function searchFailure(error: unknown): unknown {
  const passes =
    error instanceof SearchUnavailable || isUnreachable(error) || isNotBuiltYet(error) || isOverdue(error);
  if (!passes) return error;
  return new ProblemError('search-unavailable', { headers: { 'retry-after': '1' } }, { cause: error });
}

import { isUnreachable } from '@journal/postgres';
import { SearchUnavailable } from '@journal/search';
import { ProblemError } from '@journal/service-kit';
import { isNotBuiltYet, isOverdue } from '../tracker/readiness.ts';

/** What a search that failed is answered with where that passes by itself; undefined where it is a fault of ours. */
export function searchFailure(error: unknown): ProblemError | undefined {
  const passes =
    error instanceof SearchUnavailable || isUnreachable(error) || isNotBuiltYet(error) || isOverdue(error);
  return passes ? new ProblemError('search-unavailable', { headers: { 'retry-after': '1' } }) : undefined;
}

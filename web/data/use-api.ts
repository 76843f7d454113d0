import { useSuspenseQuery } from '@tanstack/react-query';
import type { ApiAnswer } from './api.ts';
import type { ApiQuery } from './api-query.ts';

/**
 * What the API answers to a query, typed. Renders in place where the answer is there already and suspends where it is
 * not: put a `Suspense` with the loading text right around the component that calls this. Name the query in the page's
 * `+queries.ts` too, or it never arrives before the page is sent.
 */
export function useApi<Data>(query: ApiQuery<Data>): Data {
  return useSuspenseQuery<ApiAnswer, Error, Data>({ queryKey: [query.path], select: query.select }).data;
}

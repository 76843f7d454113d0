import { useSuspenseQuery } from '@tanstack/react-query';
import type { ApiQuery } from './api-query.ts';

/**
 * What the API answers to a query, rendered in place where it is there already; suspends where it is not.
 * Put a `Suspense` with the list's loading text around the component that calls this, and none around the page.
 * Throws `ApiError` to the nearest error boundary.
 */
export function useApi<Data>(query: ApiQuery<Data>): Data {
  return useSuspenseQuery<Data>({ queryKey: [query.path], queryFn: () => query.read() }).data;
}

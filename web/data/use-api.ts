import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { usePageContext } from 'vike-react/usePageContext';
import type { ApiAnswer, ApiQuery, PageUser } from './api.ts';
import { sessionFreshness, sessionQuery } from './session.ts';

/** Returns the data of a query. Suspends where it is not there yet: see `ReadBoundary`. */
export function useApi<Data>(query: ApiQuery<Data>): Data {
  return useSuspenseQuery<ApiAnswer, Error, Data>({ queryKey: [query.path], select: query.select }).data;
}

/**
 * Returns who is signed in: null for a visitor and where that can't be known, undefined until it is known. The first page
 * brings what the server knew; the browser reads it only where the server did not, and again after five minutes.
 */
export function useSession(): PageUser | null | undefined {
  const { session } = usePageContext();
  const { data, isError } = useQuery<ApiAnswer, Error, PageUser | null>({
    queryKey: [sessionQuery.path],
    select: sessionQuery.select,
    staleTime: sessionFreshness,
    retryOnMount: false,
  });
  if (data !== undefined) return data;
  return isError ? null : session;
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { usePageContext } from 'vike-react/usePageContext';
import type { ApiAnswer, ApiQuery, PageUser } from './api.ts';
import { sessionFreshness, sessionQuery } from './session.ts';

/** Returns the data of a query. Suspends until it is there: see `ReadBoundary`. */
export function useApi<Data>(query: ApiQuery<Data>): Data {
  return useSuspenseQuery<ApiAnswer, Error, Data>({ queryKey: [query.path], select: query.select }).data;
}

/**
 * Returns the signed-in user: null for a visitor or if the session can't be read, undefined until it is known. The
 * first page brings what the server knew. The browser reads it only if the server did not, and again after five
 * minutes.
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

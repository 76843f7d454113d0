import type { SessionUser } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { usePageContext } from 'vike-react/usePageContext';
import type { ApiAnswer } from './api.ts';
import { sessionFreshness, sessionQuery } from './session.ts';

/**
 * Who is signed in: null for a visitor and where that can't be known, undefined until it is known. What the server
 * knew is in the first page; the browser asks by itself only where it did not, and again after five minutes at the earliest.
 */
export function useSession(): SessionUser | null | undefined {
  const { session } = usePageContext();
  const { data, isError } = useQuery<ApiAnswer, Error, SessionUser | null>({
    queryKey: [sessionQuery.path],
    select: sessionQuery.select,
    staleTime: sessionFreshness,
    retryOnMount: false,
  });
  if (data !== undefined) return data;
  return isError ? null : session;
}

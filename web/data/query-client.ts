import type { QueryCache, QueryClientConfig } from '@tanstack/react-query';
import type { Api } from './api.ts';
import { readSession, sessionPath } from './session.ts';

/**
 * How every query behaves: read once, kept until a change says otherwise, never tried again by itself; what could not
 * be read is read when the network is back. Without a network reads fail instead of waiting, so that the page says so.
 * Clients made of the same cache see the same data.
 */
export function queryClientConfigOf(api: Api, queryCache: QueryCache): QueryClientConfig {
  return {
    queryCache,
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path], signal }) =>
          path === sessionPath ? readSession(api, signal) : api.get(String(path), signal),
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
    },
  };
}

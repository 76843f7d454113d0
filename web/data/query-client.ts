import type { QueryCache, QueryClientConfig } from '@tanstack/react-query';
import type { Api } from './api.ts';

/**
 * How every query behaves: read once, kept until a change says otherwise, never tried again by itself. Clients made
 * of the same cache see the same data.
 */
export function queryClientConfigOf(api: Api, queryCache: QueryCache): QueryClientConfig {
  return {
    queryCache,
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => api.get(String(queryKey[0]), signal),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  };
}

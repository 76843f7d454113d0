// Not from react-query: page definitions, which the server reads, import this and must not load React.
import { type Query, QueryCache, type QueryClientConfig } from '@tanstack/query-core';
import type { PageContext } from 'vike/types';
import { type ApiAnswer, type ApiQuery, type Read, readInBrowser, readOnServer } from './api.ts';
import { readSession, sessionPath } from './session.ts';

const browserCache = new QueryCache();
/** Milliseconds: whoever goes back from a long article finds the list as they left it. */
const keptFor = 60 * 60_000;

/** Query configuration of the browser, shared by the whole visit. */
export const browserQueries = configOf(readInBrowser, browserCache, keptFor);

/** Returns the query client configuration of a page: one per request on the server, one per visit in the browser. */
export function queryClientConfig(pageContext: PageContext): QueryClientConfig {
  if (pageContext.isClientSide) return browserQueries;
  return configOf(readOnServer(pageContext.pageData.read), cacheOf(pageContext));
}

/** Returns data that is already in the cache, for code outside React: titles, metadata. */
export function cachedData<Data>(pageContext: PageContext, query: ApiQuery<Data>): Data | undefined {
  const found = cacheOf(pageContext).find<ApiAnswer>({ queryKey: [query.path] });
  return found?.state.data && query.select(found.state.data);
}

/** Whether a query has been requested for this page, with whatever result. */
export const isRequested = (pageContext: PageContext, { path }: ApiQuery<unknown>): boolean =>
  cacheOf(pageContext).find({ queryKey: [path] }) !== undefined;

function cacheOf(pageContext: PageContext): QueryCache {
  if (pageContext.isClientSide) return browserCache;
  pageContext.pageData.queryCache ??= new QueryCache();
  return pageContext.pageData.queryCache;
}

/** Freshness that a response declares, or the first of a list's pages to change, in milliseconds. */
function freshnessOf({ state }: Query): number | undefined {
  const data = (state.data ?? {}) as Partial<ApiAnswer> & { readonly pages?: readonly Partial<ApiAnswer>[] };
  const declared = (data.pages ?? [data]).flatMap(({ freshFor }) => freshFor ?? []);
  return declared.length === 0 ? undefined : Math.min(...declared) * 1_000;
}

/**
 * Queries stay fresh until a change invalidates them, or for as long as the response declares. They fail immediately
 * without a network, so that the page can say so. `gcTime`: milliseconds for which unused ones are kept.
 */
function configOf(read: Read, queryCache: QueryCache, gcTime = Number.POSITIVE_INFINITY): QueryClientConfig {
  return {
    queryCache,
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path], signal }) =>
          path === sessionPath ? readSession(read, signal) : read(String(path), signal),
        networkMode: 'always',
        gcTime,
        staleTime: (query) => freshnessOf(query) ?? Number.POSITIVE_INFINITY,
        refetchInterval: (query) => freshnessOf(query) ?? false,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
    },
  };
}

// Not from react-query: the server reads page definitions, which import this, and loads nothing of React for them.
import { type Query, QueryCache, type QueryClientConfig } from '@tanstack/query-core';
import type { PageContext } from 'vike/types';
import { type ApiAnswer, type ApiQuery, type Read, readInBrowser, readOnServer } from './api.ts';
import { readSession, sessionPath } from './session.ts';

const browserCache = new QueryCache();

/** The reads of the whole visit, in the browser. */
export const browserQueries = configOf(readInBrowser, browserCache);

/** Returns the query client of a page: the request's own on the server, one for the whole visit in the browser. */
export function queryClientConfig(pageContext: PageContext): QueryClientConfig {
  if (pageContext.isClientSide) return browserQueries;
  return configOf(readOnServer(pageContext.pageData.read), cacheOf(pageContext));
}

/** Returns what has been read already, for what is decided outside of React: titles, metadata. */
export function alreadyRead<Data>(pageContext: PageContext, query: ApiQuery<Data>): Data | undefined {
  const found = cacheOf(pageContext).find<ApiAnswer>({ queryKey: [query.path] });
  return found?.state.data && query.select(found.state.data);
}

/** Whether a query has been asked for this page, whatever came of it. */
export const isAsked = (pageContext: PageContext, { path }: ApiQuery<unknown>): boolean =>
  cacheOf(pageContext).find({ queryKey: [path] }) !== undefined;

function cacheOf(pageContext: PageContext): QueryCache {
  if (pageContext.isClientSide) return browserCache;
  pageContext.pageData.queryCache ??= new QueryCache();
  return pageContext.pageData.queryCache;
}

/** Milliseconds for which an answer says that it is fresh. */
function freshnessOf({ state }: Query): number | undefined {
  const { freshFor } = (state.data ?? {}) as Partial<ApiAnswer>;
  return freshFor === undefined ? undefined : freshFor * 1_000;
}

/**
 * Queries stay fresh until a change invalidates them, or for as long as they say, and without a network they fail at once,
 * so that the page says so.
 */
function configOf(read: Read, queryCache: QueryCache): QueryClientConfig {
  return {
    queryCache,
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path], signal }) =>
          path === sessionPath ? readSession(read, signal) : read(String(path), signal),
        networkMode: 'always',
        staleTime: (query) => freshnessOf(query) ?? Number.POSITIVE_INFINITY,
        refetchInterval: (query) => freshnessOf(query) ?? false,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
    },
  };
}

// Not from react-query: the server reads page definitions, which import this, and loads nothing of React for them.
import { QueryCache, type QueryClientConfig } from '@tanstack/query-core';
import type { PageContext } from 'vike/types';
import { type ApiAnswer, browserApi, createServerApi } from './api.ts';
import type { ApiQuery } from './api-query.ts';
import { queryClientConfigOf } from './query-client.ts';

const browserCache = new QueryCache();

/** The reads of the whole visit, in the browser. */
export const browserQueries = queryClientConfigOf(browserApi, browserCache);

/** The query client of a page: the request's own on the server, one for the whole visit in the browser. */
export function queryClientConfig(pageContext: PageContext): QueryClientConfig {
  if (pageContext.isClientSide) return browserQueries;
  return queryClientConfigOf(createServerApi(pageContext.pageData.read), cacheOf(pageContext));
}

/** What has been read already, for what is decided outside of React: titles, metadata. */
export function alreadyRead<Data>(pageContext: PageContext, query: ApiQuery<Data>): Data | undefined {
  const found = cacheOf(pageContext).find<ApiAnswer>({ queryKey: [query.path] });
  return found?.state.data && query.select(found.state.data);
}

function cacheOf(pageContext: PageContext): QueryCache {
  if (pageContext.isClientSide) return browserCache;
  pageContext.pageData.queryCache ??= new QueryCache();
  return pageContext.pageData.queryCache;
}

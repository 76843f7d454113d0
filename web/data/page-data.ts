import { QueryCache, type QueryClientConfig } from '@tanstack/react-query';
import type { PageContext } from 'vike/types';
import { browserApi } from './browser-api.ts';
import { queryClientConfigOf } from './query-client.ts';
import { createServerApi } from './server-api.ts';

const browserCache = new QueryCache();

/** The query client of a page: the request's own on the server, one for the whole visit in the browser. */
export function queryClientConfig(pageContext: PageContext): QueryClientConfig {
  if (pageContext.isClientSide) return queryClientConfigOf(browserApi, browserCache);
  const { pageData } = pageContext;
  pageData.queryCache ??= new QueryCache();
  return queryClientConfigOf(createServerApi(pageData.read), pageData.queryCache);
}

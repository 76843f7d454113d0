import type { PageContextServer } from 'vike/types';
import { cachedData, isRequested } from '../data/page-data.ts';
import { prefetchHead } from '../data/prefetch.ts';
import { newestIssue } from '../data/reader.api.ts';

/**
 * Stores, on the server, the data for the head of every page. For an address that is no page, which no guard handles,
 * it is read here. This hook's existence makes the browser request the `passToClient` values from the server at every
 * navigation. Otherwise the router requests them only once the first page is hydrated, and a link followed before that
 * led to a blank page.
 */
export async function onBeforeRender(pageContext: PageContextServer): Promise<void> {
  const { pageData } = pageContext;
  if (!isRequested(pageContext, newestIssue()))
    await prefetchHead(pageContext, pageData.waitsUntil - performance.now());
  pageContext.newestIssue = cachedData(pageContext, newestIssue());
}

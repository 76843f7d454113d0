import type { PageContextServer } from 'vike/types';
import { alreadyRead, isAsked } from '../data/page-data.ts';
import { prefetchHead } from '../data/prefetch.ts';
import { newestIssue } from '../data/reader.api.ts';

/**
 * Notes, on the server, what the head of every page shows; reads it for an address that is no page, which no guard sees.
 * That it is there has the browser ask the server for what `passToClient` names at every link. Else the router asks only
 * once the first page has come to life, and a link followed before led to a blank page.
 */
export async function onBeforeRender(pageContext: PageContextServer): Promise<void> {
  const { pageData } = pageContext;
  if (!isAsked(pageContext, newestIssue()))
    await prefetchHead(pageContext, pageData.waitsUntil - performance.now());
  pageContext.newestIssue = alreadyRead(pageContext, newestIssue());
}

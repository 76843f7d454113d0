import { ApiError } from '@journal/contracts';
import { redirect, render } from 'vike/abort';
import type { PageContextServer } from 'vike/types';
import { prefetch } from '../data/prefetch.ts';

/** Codes with a dedicated error page. */
const notFound = ['issue-not-found', 'preview-not-found', 'submission-not-found'] as const;
const gone = ['issue-withdrawn', 'preview-ended'] as const;

/**
 * Decides, before the first byte, whether this page exists, and fetches the data that arrives in time. Runs on the
 * server, also when the router leads to the page: see `+onBeforeRender.ts`.
 */
export async function guard(pageContext: PageContextServer): Promise<void> {
  admit(pageContext);
  const { pageData } = pageContext;
  try {
    const { failed, ...outcome } = await prefetch(pageContext, pageData.waitsUntil - performance.now());
    pageContext.failedReads = failed;
    Object.assign(pageData, outcome);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code } = error;
    if (error.status === 410) throw render(410, gone.find((known) => known === code) ?? 'article-removed');
    if (error.status !== 404) throw render(503, 'unavailable');
    throw render(404, notFound.find((known) => known === code) ?? 'article-not-found');
  }
  const redirectTarget = pageContext.config.page?.redirectTo?.(pageContext);
  if (redirectTarget !== undefined) throw redirect(redirectTarget);
}

/** Throws a redirect or an error page if the page is not for this reader, or if that can't be determined yet. */
function admit({ session, config: { page } }: PageContextServer): void {
  const needsSession = page?.access !== undefined && page.access !== 'visitors';
  if (page?.access === 'visitors' && session) throw redirect('/');
  if (needsSession && session === undefined) throw render(503, 'unavailable');
}

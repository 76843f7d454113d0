import { ApiError } from '@journal/contracts';
import { redirect, render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { prefetch } from '../data/prefetch.ts';

const budgetInBrowser = 150;
/** Codes with a dedicated error page. */
const notFound = ['issue-not-found', 'preview-not-found', 'submission-not-found'] as const;
const gone = ['issue-withdrawn', 'preview-ended'] as const;

/** Decides, before the first byte, whether this page exists, and fetches the data that arrives in time. */
export async function guard(pageContext: PageContext): Promise<void> {
  if (!pageContext.isClientSide) admit(pageContext);
  const budget = pageContext.isClientSide
    ? budgetInBrowser
    : pageContext.pageData.waitsUntil - performance.now();
  try {
    const { failed, ...outcome } = await prefetch(pageContext, budget);
    pageContext.failedReads = failed;
    if (!pageContext.isClientSide) Object.assign(pageContext.pageData, outcome);
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
function admit({ session, config: { page } }: PageContext): void {
  const needsSession = page?.access !== undefined && page.access !== 'visitors';
  if (page?.access === 'visitors' && session) throw redirect('/');
  if (needsSession && session === undefined) throw render(503, 'unavailable');
}

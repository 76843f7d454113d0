import { ApiError } from '@journal/contracts';
import { redirect, render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { prefetch } from '../data/prefetch.ts';

const budgetInBrowser = 150;

/** Decides, before the first byte, whether this page exists, and fetches what can be had in time. */
export async function guard(pageContext: PageContext): Promise<void> {
  if (!pageContext.isClientSide) admit(pageContext);
  const budget = pageContext.isClientSide
    ? budgetInBrowser
    : pageContext.pageData.waitsUntil - performance.now();
  try {
    const { failed, ...told } = await prefetch(pageContext, budget);
    pageContext.failedReads = failed;
    if (!pageContext.isClientSide) Object.assign(pageContext.pageData, told);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 410) throw render(410, 'article-removed');
    if (error.status !== 404) throw render(503, 'unavailable');
    const isPitch = error.problem?.code === 'submission-not-found';
    throw render(404, isPitch ? 'submission-not-found' : 'article-not-found');
  }
}

/** Throws the redirect or the error page where the page is not for this reader, or that can't be known yet. */
function admit({ session, config: { page } }: PageContext): void {
  const needsSession = page?.access !== undefined && page.access !== 'visitors';
  if (page?.access === 'visitors' && session) throw redirect('/');
  if (needsSession && session === undefined) throw render(503, 'unavailable');
}

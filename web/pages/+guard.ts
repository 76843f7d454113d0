import { ApiError } from '@journal/contracts';
import { redirect, render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { prefetch } from '../data/prefetch.ts';

const budgetInBrowser = 150;

/** Decides, before the first byte, whether this page exists, and fetches what can be had in time. */
export async function guard(pageContext: PageContext): Promise<void> {
  if (!pageContext.isClientSide) admit(pageContext);
  const budget = pageContext.isClientSide ? budgetInBrowser : pageContext.pageData.budget;
  try {
    const { failed, ...told } = await prefetch(pageContext, budget);
    pageContext.failedReads = failed;
    if (!pageContext.isClientSide) Object.assign(pageContext.pageData, told);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 404) throw render(503, 'unavailable');
    const isPitch = error.problem?.code === 'submission-not-found';
    throw render(404, isPitch ? 'submission-not-found' : 'article-not-found');
  }
}

/** Whether the page is one for who is, or isn't, signed in. */
function admit({ session, config }: PageContext): void {
  if (config.session === 'none' && session) throw redirect('/');
  if (config.session === 'own' && session === undefined) throw render(503, 'unavailable');
}

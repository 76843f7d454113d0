import { articleStream, expiryCutoff, submissionStream, submissionSubject } from '@journal/events';
import { articleDecider } from '../article/article.decider.ts';
import type { Parts } from '../parts.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type SubmissionState, submissionDecider } from './submission.decider.ts';

/**
 * Erases a pitch whose retention period after being declined, withdrawn or deleted has passed, or whose article is
 * erased, and deletes its key; leaves any other unchanged. Repeated after an interruption, it gives the same result.
 */
export async function eraseClosed(
  { log, vault, now }: Pick<Parts, 'log' | 'vault' | 'now'>,
  submissionId: string,
  context: RequestContext,
): Promise<WriteResult<SubmissionState>> {
  const closedBefore = expiryCutoff('closedPitch', now()).toISOString();
  const isArticleErased = await hasErasedArticle(log, submissionId);
  const command = { type: 'EraseSubmission', submissionId, closedBefore, isArticleErased } as const;
  const written = await decideAndAppend(log, submissionDecider, command, context);
  const { state } = written;
  if (state.status !== 'missing' && state.isErased)
    await vault.forget(submissionSubject({ submissionId, userId: state.userId }));
  return written;
}

async function hasErasedArticle(log: Parts['log'], submissionId: string): Promise<boolean> {
  const { state } = fold(submissionDecider, await log.read(submissionStream(submissionId)));
  if (state.status !== 'published') return false;
  const { state: published } = fold(articleDecider, await log.read(articleStream(state.articleId)));
  return published.status !== 'missing' && published.isRemoved && published.article === null;
}

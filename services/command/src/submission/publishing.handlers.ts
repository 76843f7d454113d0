import { readTimeOf } from '@journal/contracts';
import {
  type ArticleContent,
  articleStream,
  type SubmissionContent,
  submissionStream,
} from '@journal/events';
import { type AccountParts, loadAccount } from '../account/account.ts';
import { removePieces } from '../account/forgetting.handlers.ts';
import { type ArticleState, articleDecider } from '../article/article.decider.ts';
import { claimArticleId } from '../article/article.handlers.ts';
import type { Rejected } from '../decider.ts';
import { type CommonRejection, decideAndAppend, fold, type Written } from '../writing/decide-and-append.ts';
import { derivedIds, type RequestContext } from '../writing/request-context.ts';
import { type SubmissionRejection, submissionDecider } from './submission.decider.ts';

export type PublishingParts = Pick<AccountParts, 'log' | 'vault'>;

/** The article as it was published; `none` if its writer was forgotten before that. */
export type Finished = Written<ArticleState> | 'none';

/**
 * Closes a pitch and publishes it as an article. Closing is the decision: of several concurrent requests one closes it,
 * and `finishPublishing` completes what is interrupted afterwards. With an idempotency key it does so once.
 */
export async function publishSubmission(
  parts: PublishingParts,
  submissionId: string,
  context: RequestContext,
): Promise<Finished | Rejected<SubmissionRejection | CommonRejection>> {
  const place = await reserveArticleId(parts, submissionId, context);
  if ('rejection' in place) return place;
  const command = { type: 'PublishSubmission', submissionId, ...place } as const;
  const closed = await decideAndAppend(parts.log, submissionDecider, command, context);
  if ('rejection' in closed) return closed;
  // The pitch is closed, so the article must come to be; a second attempt does no harm.
  return finishPublishing(parts, submissionId).catch(() => finishPublishing(parts, submissionId));
}

/** Resolves with the article's id: a pitch claims one id, whoever publishes it and however often. */
async function reserveArticleId(
  parts: PublishingParts,
  submissionId: string,
  context: RequestContext,
): Promise<{ readonly articleId: number } | Rejected<'submission-not-found'>> {
  const { state } = fold(submissionDecider, await parts.log.read(submissionStream(submissionId)));
  if (state.status === 'published') return { articleId: state.articleId };
  if (state.status !== 'pending' || !state.pitch || (await isForgotten(parts, state.userId)))
    return { rejection: 'submission-not-found' };
  return { articleId: await claimArticleId(parts.log, { ...context, ids: derivedIds(submissionId) }) };
}

/**
 * Publishes the article of a closed pitch: with the content it was closed with, and in the name of whoever closed it.
 * Repeated, even concurrently, it changes nothing more and resolves with the same article.
 */
export async function finishPublishing(
  parts: PublishingParts,
  submissionId: string,
): Promise<Finished | Rejected<'submission-not-found'>> {
  const history = await parts.log.read(submissionStream(submissionId));
  const published = history.find((event) => event.type === 'SubmissionPublished');
  if (!published) return { rejection: 'submission-not-found' };
  const { articleId, userId } = published.data;
  const { actor, requestId } = published.metadata;
  const context = { actor, requestId, ids: derivedIds(published.id) };
  const { state: closed } = fold(submissionDecider, history.slice(0, published.revision + 1));
  if (closed.status === 'published' && closed.pitch && !(await isForgotten(parts, userId))) {
    const content = toArticleContent(closed.pitch);
    const command = { type: 'PublishArticle', articleId, contributorId: userId, content } as const;
    // Rejected if the article exists, or the writer's key is deleted at this moment.
    await decideAndAppend(parts.log, articleDecider, command, context);
  }
  await removeIfRequested(parts, { userId, articleId }, context);
  const [first] = await parts.log.read(articleStream(articleId));
  return first ? fold(articleDecider, [first]) : 'none';
}

/** Whether a writer is forgotten, even if their key still exists. */
async function isForgotten({ log }: Pick<AccountParts, 'log'>, userId: string): Promise<boolean> {
  return (await loadAccount(log, userId)).state.status === 'forgotten';
}

/**
 * Removes the article again if its writer has meanwhile been forgotten with all pieces: that may have been carried out
 * before the article was there.
 */
async function removeIfRequested(
  parts: Pick<AccountParts, 'log' | 'vault'>,
  { userId, articleId }: { readonly userId: string; readonly articleId: number },
  context: RequestContext,
): Promise<void> {
  const { state } = await loadAccount(parts.log, userId);
  if (state.status !== 'forgotten' || state.pieces !== 'remove') return;
  await removePieces(parts, { contributorId: userId, articleIds: [articleId] }, context);
}

/** Returns the content of the article that a pitch becomes. */
export function toArticleContent(pitch: SubmissionContent): ArticleContent {
  return {
    title: pitch.articleTitle,
    excerpt: pitch.articleSummary,
    content: pitch.fullEssay,
    section: pitch.section,
    authorName: pitch.fullName,
    authorAge: pitch.age,
    authorSchool: pitch.school,
    readTime: readTimeOf(pitch.fullEssay),
    featured: 0,
  };
}

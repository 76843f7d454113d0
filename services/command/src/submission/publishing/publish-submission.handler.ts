import { submissionStream } from '@journal/events';
import { claimArticleId } from '../../article/claim-article-id.ts';
import { decideOnce } from '../../idempotency/decide-once.ts';
import { derivedIds } from '../../idempotency/request-keys.ts';
import type { RequestContext } from '../../writing/request-context.ts';
import { loadSubmission, type SubmissionRefusal, submissionDecider } from '../submission-outcome.ts';
import { type Finished, finishPublishing, type PublishingParts } from './finish-publishing.handler.ts';
import { isForgotten } from './forgotten-writer.ts';

type Refused = { readonly rejection: SubmissionRefusal };

/**
 * Closes a pitch and makes an article of it. That the pitch is closed decides it: of several at once one closes it,
 * and what breaks off afterwards `finishPublishing` completes. With an idempotency key it does so once.
 */
export async function publishSubmission(
  parts: PublishingParts,
  submissionId: string,
  context: RequestContext,
): Promise<Finished | Refused> {
  const place = await placeFor(parts, submissionId, context);
  if ('rejection' in place) return place;
  const closed = await decideOnce(parts.log, {
    stream: submissionStream(submissionId),
    command: { type: 'PublishSubmission', submissionId, ...place },
    decider: submissionDecider,
    context,
  });
  if ('rejection' in closed) return closed;
  // It is decided: the article is to be, and trying again does no harm.
  return finishPublishing(parts, submissionId).catch(() => finishPublishing(parts, submissionId));
}

/** The id that the article has or is to have: one pitch claims one id, whoever publishes it and however often. */
async function placeFor(
  parts: PublishingParts,
  submissionId: string,
  context: RequestContext,
): Promise<{ readonly articleId: number } | Refused> {
  const { state } = await loadSubmission(parts.log, submissionId);
  if (state.status === 'published') return { articleId: state.articleId };
  if (state.status !== 'pending' || !state.pitch || (await isForgotten(parts, state.userId)))
    return { rejection: 'submission-not-found' };
  return { articleId: await claimArticleId(parts.log, { ...context, ids: derivedIds(submissionId) }) };
}

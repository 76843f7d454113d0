import { articleStream, type OpenedEvent, submissionStream } from '@journal/events';
import type { AccountParts } from '../../account/account.parts.ts';
import { articleDecider } from '../../article/article-outcome.ts';
import type { ArticleState } from '../../article/domain/article.state.ts';
import { derivedIds } from '../../idempotency/request-keys.ts';
import { decideAndAppend, loadStateAt, type Written } from '../../writing/decide-and-append.ts';
import { articleOfPitch } from '../domain/article-of-pitch.ts';
import { submissionDecider } from '../submission-outcome.ts';
import { isForgotten, removeIfWished } from './forgotten-writer.ts';

export type PublishingParts = Pick<AccountParts, 'log' | 'vault'>;

/** The article as it was published; `none` where its writer was forgotten before it came to be. */
export type Finished = Written<ArticleState> | 'none';

/**
 * Makes the article of a pitch that is published: of the pitch as it was then, and in the name of whoever published
 * it. Done again, also at the same time elsewhere, it changes nothing more and gives the same article.
 */
export async function finishPublishing(
  parts: PublishingParts,
  submissionId: string,
): Promise<Finished | { readonly rejection: 'submission-not-found' }> {
  const history = await parts.log.read(submissionStream(submissionId));
  const published = history.find((event) => event.type === 'SubmissionPublished');
  if (!published) return { rejection: 'submission-not-found' };
  const { articleId, userId } = published.data;
  const { actor, requestId } = published.metadata;
  const context = { actor, requestId, ids: derivedIds(published.id) };
  await publishIfMissing(parts, published, context);
  await removeIfWished(parts, { userId, articleId }, context);
  const [first] = await parts.log.read(articleStream(articleId));
  if (!first) return 'none';
  const state = articleDecider.evolve(articleDecider.initialState, first as never);
  return { state, position: first.position };
}

async function publishIfMissing(
  parts: PublishingParts,
  published: OpenedEvent & { readonly type: 'SubmissionPublished' },
  context: Parameters<typeof removeIfWished>[2],
): Promise<void> {
  const { articleId, userId } = published.data;
  const submission = await loadStateAt(parts.log, published.stream, submissionDecider, published.revision);
  if (submission?.status !== 'published' || !submission.pitch || (await isForgotten(parts, userId))) return;
  const content = articleOfPitch(submission.pitch);
  // Refused where the article is there, or where the writer's key goes at this very moment.
  await decideAndAppend(parts.log, {
    stream: articleStream(articleId),
    command: { type: 'PublishArticle', articleId, contributorId: userId, content },
    decider: articleDecider,
    context,
  });
}

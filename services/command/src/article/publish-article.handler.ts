import { articleIdOfStream, articleStream } from '@journal/events';
import { acceptRequest, findAcceptance } from '../idempotency/accept-request.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type ArticleOutcome, type ArticleRefusal, articleDecider } from './article-outcome.ts';
import { claimArticleId } from './claim-article-id.ts';
import type { ArticleContent } from './domain/article.commands.ts';

/**
 * Publishes a new article under the next id. With an idempotency key it does so once, also where it broke off
 * between claiming the id and publishing, or where the same request is under way elsewhere.
 */
export async function publishArticle(
  log: JournalLog,
  content: ArticleContent,
  context: RequestContext,
): Promise<ArticleOutcome> {
  const place = await placeFor(log, context);
  if ('rejection' in place) return place;
  const { articleId } = place;
  return decideAndAppend(log, {
    stream: articleStream(articleId),
    command: { type: 'PublishArticle', articleId, contributorId: context.ids('contributor'), content },
    decider: articleDecider,
    context,
  });
}

async function placeFor(
  log: JournalLog,
  context: RequestContext,
): Promise<{ readonly articleId: number } | { readonly rejection: ArticleRefusal }> {
  const { idempotency } = context;
  if (!idempotency) return { articleId: await claimArticleId(log, context) };
  const before = await findAcceptance(log, idempotency);
  const acceptance =
    before ??
    (await acceptRequest(log, idempotency, articleStream(await claimArticleId(log, context)), context));
  return 'rejection' in acceptance ? acceptance : { articleId: articleIdOfStream(acceptance.stream) };
}

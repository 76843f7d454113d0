import { type ArticleContent, articleIdOfStream, articleIdsStream, articleStream } from '@journal/events';
import type { Rejected } from '../decider.ts';
import { type CommonRejection, decideAndAppend, type Outcome } from '../writing/decide-and-append.ts';
import { acceptRequest, findAcceptance } from '../writing/idempotency.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type ArticleRejection, type ArticleState, articleDecider } from './article.decider.ts';

export type ArticleOutcome = Outcome<ArticleState, ArticleRejection | CommonRejection>;

/**
 * Publishes a new article under the next id. With an idempotency key it does so once, even if it was interrupted
 * between claiming the id and publishing, or the same request runs elsewhere.
 */
export async function publishArticle(
  log: JournalLog,
  content: ArticleContent,
  context: RequestContext,
): Promise<ArticleOutcome> {
  const place = await reserveId(log, context);
  if ('rejection' in place) return place;
  const { articleId, isNew } = place;
  const contributorId = context.ids('contributor');
  const command = { type: 'PublishArticle', articleId, contributorId, content } as const;
  return decideAndAppend(log, articleDecider, command, context, { isNew, isAccepted: true });
}

async function reserveId(
  log: JournalLog,
  context: RequestContext,
): Promise<{ readonly articleId: number; readonly isNew: boolean } | Rejected<'idempotency-key-reused'>> {
  const { idempotency } = context;
  if (!idempotency) return { articleId: await claimArticleId(log, context), isNew: true };
  const acceptance =
    (await findAcceptance(log, idempotency)) ??
    (await acceptRequest(log, idempotency, articleStream(await claimArticleId(log, context)), context));
  if ('rejection' in acceptance) return acceptance;
  return { articleId: articleIdOfStream(acceptance.stream), isNew: acceptance.isFirst };
}

/** Resolves with the next article id: 1, 2, 3 … in the order of claims. The same request always claims the same id. */
export async function claimArticleId(log: JournalLog, context: RequestContext): Promise<number> {
  const claim = { id: context.ids('claim'), event: { type: 'ArticleIdClaimed', data: {} } } as const;
  const { revision } = await log.append(articleIdsStream, [claim], 'any', context);
  return revision + 1;
}

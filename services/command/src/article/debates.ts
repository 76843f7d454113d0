import { articleStream } from '@journal/events';
import { invalidField } from '@journal/service-kit';
import { isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { type RequestContext, stepContextOf } from '../writing/request-context.ts';
import { type ArticleState, articleDecider } from './article.decider.ts';

/**
 * Makes an article the reply to another piece of The Clash. Each stream refuses a second partner on its own, so an
 * article is in at most one debate, even under concurrent requests. If interrupted between the two appends, the same
 * request completes the pair; readers see it only once both sides name each other.
 */
export async function pairArticle(
  log: JournalLog,
  { articleId, statementId }: { readonly articleId: number; readonly statementId: number },
  context: RequestContext,
): Promise<WriteResult<ArticleState>> {
  if (articleId === statementId) throw refusal('An article can’t be the other side of itself');
  const pair = (one: number, opposingId: number, role: 'statement' | 'reply') => {
    const command = { type: 'PairArticle', articleId: one, opposingId, role } as const;
    return decideAndAppend(log, articleDecider, command, stepContextOf(context, role));
  };
  await pair(statementId, articleId, 'statement').catch((error) => {
    throw isRejected(error, 'article-not-found') ? refusal('There is no such article') : error;
  });
  try {
    return await pair(articleId, statementId, 'reply');
  } catch (error) {
    const back = { type: 'UnpairArticle', articleId: statementId, opposingId: articleId } as const;
    // A deleted reply that was paired before stays in its debate.
    const reply = await sideOf(log, articleId);
    const isPaired = reply?.opposingId === statementId && reply.role === 'reply';
    if (isRejected(error) && !isPaired)
      await decideAndAppend(log, articleDecider, back, stepContextOf(context, 'back'));
    throw error;
  }
}

/** Ends the debate of an article on both sides, the other side first, so that a repeated request still finds it. */
export async function unpairArticle(
  log: JournalLog,
  articleId: number,
  context: RequestContext,
): Promise<WriteResult<ArticleState>> {
  const opposingId = (await sideOf(log, articleId))?.opposingId;
  if (opposingId !== undefined) {
    const other = { type: 'UnpairArticle', articleId: opposingId, opposingId: articleId } as const;
    await decideAndAppend(log, articleDecider, other, stepContextOf(context, 'other'));
  }
  const own = { type: 'UnpairArticle', articleId, ...(opposingId !== undefined && { opposingId }) } as const;
  return decideAndAppend(log, articleDecider, own, context);
}

async function sideOf(log: JournalLog, articleId: number) {
  const { state } = fold(articleDecider, await log.read(articleStream(articleId)));
  return state.status === 'missing' ? undefined : state;
}

const refusal = (message: string) => invalidField('statementId', message);

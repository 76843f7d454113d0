import { articleStream } from '@journal/events';
import { acceptRequest, findAcceptance } from '../idempotency/accept-request.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type ArticleOutcome, articleDecider } from './article-outcome.ts';

/** Brings a deleted article back as it was. With an idempotency key it does so once. */
export async function restoreArticle(
  log: JournalLog,
  articleId: number,
  context: RequestContext,
): Promise<ArticleOutcome> {
  const stream = articleStream(articleId);
  const { idempotency } = context;
  const before = idempotency && (await findAcceptance(log, idempotency));
  if (before && 'rejection' in before) return before;
  return decideAndAppend(log, {
    stream,
    command: { type: 'RestoreArticle', articleId },
    decider: articleDecider,
    context,
    beforeAppend: async () => {
      if (!idempotency || before) return undefined;
      const acceptance = await acceptRequest(log, idempotency, stream, context);
      return 'rejection' in acceptance ? acceptance : undefined;
    },
  });
}

import { articleStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type ArticleOutcome, articleDecider } from './article-outcome.ts';

/** Takes an article off every page; it stays in the history. */
export function deleteArticle(
  log: JournalLog,
  articleId: number,
  context: RequestContext,
): Promise<ArticleOutcome> {
  return decideAndAppend(log, {
    stream: articleStream(articleId),
    command: { type: 'DeleteArticle', articleId },
    decider: articleDecider,
    context,
  });
}

import { articleStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type ArticleOutcome, articleDecider } from './article-outcome.ts';
import type { EditArticle } from './domain/article.commands.ts';

/** Replaces what an article says; writes nothing where it says so already. */
export function editArticle(
  log: JournalLog,
  command: Omit<EditArticle, 'type'>,
  context: RequestContext,
): Promise<ArticleOutcome> {
  return decideAndAppend(log, {
    stream: articleStream(command.articleId),
    command: { type: 'EditArticle', ...command },
    decider: articleDecider,
    context,
  });
}

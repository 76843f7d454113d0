import { articleStream } from '@journal/events';
import { decideOnce } from '../idempotency/decide-once.ts';
import { loadStateAt } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type ArticleOutcome, articleDecider } from './article-outcome.ts';
import type { EarlierArticle } from './domain/article.commands.ts';
import type { KnownArticle } from './domain/article.state.ts';

/**
 * Brings a deleted article back as it was, or any article, deleted or not, to what it said as of `revision`. With an
 * idempotency key it does so once.
 */
export async function restoreArticle(
  log: JournalLog,
  { articleId, revision }: { readonly articleId: number; readonly revision: number | undefined },
  context: RequestContext,
): Promise<ArticleOutcome> {
  const earlier = revision === undefined ? undefined : await earlierArticle(log, articleId, revision);
  if (earlier && 'rejection' in earlier) return earlier;
  return decideOnce(log, {
    stream: articleStream(articleId),
    command: { type: 'RestoreArticle', articleId, ...(earlier ? { earlier } : {}) },
    decider: articleDecider,
    context,
  });
}

async function earlierArticle(
  log: JournalLog,
  articleId: number,
  revision: number,
): Promise<EarlierArticle | { readonly rejection: 'article-not-found' | 'version-not-found' }> {
  const state = await loadStateAt(log, articleStream(articleId), articleDecider, revision);
  if (!state) return { rejection: 'version-not-found' };
  if (state.status === 'missing' || !state.article) return { rejection: 'article-not-found' };
  return { revision, content: contentOf(state.article) };
}

const contentOf = ({ id: _id, contributorId: _whose, createdAt: _when, ...content }: KnownArticle) => content;

import type { ArticleRow } from '@journal/read-models';
import type { OpenedArticle } from './article-event.ts';
import { published } from './published.ts';

export function onArticleRestored(
  row: ArticleRow | undefined,
  { revision }: OpenedArticle<'ArticleRestored'>,
): ArticleRow {
  return { ...published(row), revision, deletedAt: null };
}

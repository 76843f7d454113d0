import type { ArticleRow } from '@journal/read-models';
import type { OpenedArticle } from './article-event.ts';
import { published } from './published.ts';

export function onArticleDeleted(
  row: ArticleRow | undefined,
  { metadata, revision }: OpenedArticle<'ArticleDeleted'>,
): ArticleRow {
  return { ...published(row), revision, deletedAt: metadata.at };
}

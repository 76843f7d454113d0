import type { ArticleRow } from '@journal/read-models';

/** The row of an article that must have been published before. */
export function published(row: ArticleRow | undefined): ArticleRow {
  if (!row) throw new Error('the article has never been published');
  return row;
}

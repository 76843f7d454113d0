import type { ArticleRow } from '@journal/read-models';
import type { OpenedArticle } from './article-event.ts';
import { published } from './published.ts';

export function onArticleEdited(
  row: ArticleRow | undefined,
  { data, revision }: OpenedArticle<'ArticleEdited'>,
): ArticleRow {
  const before = published(row);
  const { articleId: _id, restoredRevision: _restored, content, ...changes } = data;
  return {
    ...before,
    ...changes,
    revision,
    contentRevision: content === undefined ? before.contentRevision : revision,
  };
}

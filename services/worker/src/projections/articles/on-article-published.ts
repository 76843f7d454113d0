import type { ArticleRow } from '@journal/read-models';
import type { OpenedArticle } from './article-event.ts';

export function onArticlePublished(
  _row: ArticleRow | undefined,
  { data, metadata, revision }: OpenedArticle<'ArticlePublished'>,
): ArticleRow {
  return {
    id: data.articleId,
    revision,
    contentRevision: revision,
    contributorId: data.contributorId,
    title: data.title,
    excerpt: data.excerpt,
    section: data.section,
    authorName: data.authorName,
    authorAge: data.authorAge,
    authorSchool: data.authorSchool,
    readTime: data.readTime,
    featured: data.featured,
    createdAt: metadata.at,
    deletedAt: null,
  };
}

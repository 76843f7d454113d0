import type { ArticleSource } from '@journal/contracts';
import type { StoredArticle } from './articles.store.ts';

/** The row as the contract's functions take it. */
export function sourceOf(article: StoredArticle): ArticleSource {
  return { ...article, createdAt: article.createdAt.toISOString() };
}

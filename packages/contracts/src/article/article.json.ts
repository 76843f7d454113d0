import type { Article, ArticleCard } from './article.schema.ts';
import { formerContributor } from './article.values.ts';

/** What is known of an article; the byline is null where its writer has been forgotten. */
export type ArticleSource = {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly section: Article['section'];
  readonly authorName: string | null;
  readonly authorAge: number | null;
  readonly authorSchool: string | null;
  readonly readTime: number;
  readonly featured: 0 | 1;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly content: string;
};

/** The article as the API shows it in lists, its fields always in the same order. */
export function toArticleCard(source: Omit<ArticleSource, 'content'>): ArticleCard {
  const known = source.authorName !== null;
  return {
    id: source.id,
    title: source.title,
    excerpt: source.excerpt,
    section: source.section,
    authorName: source.authorName ?? formerContributor,
    authorAge: known ? source.authorAge : null,
    authorSchool: known ? source.authorSchool : null,
    readTime: source.readTime,
    featured: source.featured,
    createdAt: source.createdAt,
  };
}

/** The article as the API shows it, its fields always in the same order. */
export function toArticle(source: ArticleSource): Article {
  return { ...toArticleCard(source), content: source.content };
}

/** The bytes of an article's representation: the same on every service, so that its ETag is the same too. */
export function articleJson(source: ArticleSource): string {
  return JSON.stringify(toArticle(source));
}

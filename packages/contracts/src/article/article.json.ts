import { articleFields, cardNames, namesSealedFor, type OpenedArticleContent } from '@journal/events/fields';
import type { Article, ArticleCard } from './article.schema.ts';

/** What is known of an article; the byline is null where its writer has been forgotten. */
export type ArticleSource = Omit<OpenedArticleContent, 'title' | 'excerpt' | 'content'> &
  Pick<Article, 'id' | 'title' | 'excerpt' | 'content' | 'createdAt'>;

const shown = cardNames(articleFields);
const byline = namesSealedFor(articleFields, 'contributor');

/** The article as the API shows it in lists, its fields always in the same order. */
export function toArticleCard(source: Omit<ArticleSource, 'content'>): ArticleCard {
  const card: Record<string, unknown> = { id: source.id };
  for (const name of shown) card[name] = source[name];
  if (source.authorName === null) for (const name of byline) card[name] = articleFields[name].erased;
  card['createdAt'] = source.createdAt;
  return card as ArticleCard;
}

/** The article as the API shows it, its fields always in the same order. */
export function toArticle(source: ArticleSource): Article {
  return { ...toArticleCard(source), content: source.content };
}

/** The bytes of an article's representation: the same on every service, so that its ETag is the same too. */
export function articleJson(source: ArticleSource): string {
  return JSON.stringify(toArticle(source));
}

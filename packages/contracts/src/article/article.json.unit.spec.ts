import { describe, expect, it } from 'vitest';
import { articleJson, toArticle, toArticleCard } from './article.json.ts';

const source = {
  content: 'Content',
  id: 1,
  title: 'Title',
  excerpt: 'Excerpt',
  section: 'clash',
  authorName: 'A writer',
  authorAge: 16,
  authorSchool: 'A school',
  readTime: 3,
  featured: 1,
  createdAt: '2026-01-02T03:04:05.678Z',
} as const;

describe('an article', () => {
  it('has its fields in one order, whatever the order of the source', () => {
    const shuffled = Object.fromEntries(Object.entries(source).reverse()) as typeof source;
    expect(articleJson(shuffled)).toBe(articleJson(source));
  });

  it('as a card has everything but the content', () => {
    const { content: _content, ...card } = toArticle(source);
    expect(toArticleCard(source)).toEqual(card);
  });

  it('of a forgotten writer keeps nothing of the byline', () => {
    expect(toArticle({ ...source, authorName: null })).toMatchObject({
      authorName: 'Former contributor',
      authorAge: null,
      authorSchool: null,
    });
  });
});

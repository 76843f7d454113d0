import { describe, expect, it } from 'vitest';
import { articleJson } from './article.json.ts';
import { articleEtag, revisionsOfIfMatch } from './article-etag.ts';

const source = {
  id: 1,
  title: 'Title',
  excerpt: 'Excerpt',
  section: 'view',
  authorName: 'A writer',
  authorAge: 16,
  authorSchool: null,
  readTime: 3,
  featured: 0,
  createdAt: '2026-01-02T03:04:05.678Z',
  content: 'Content – ünïcode 🌍',
} as const;

describe('articleEtag', () => {
  it('is a strong tag that begins with the revision', () => {
    expect(articleEtag(7, articleJson(source))).toMatch(/^"7-[0-9a-z]+"$/);
  });

  it('is the same for the same bytes and another for other bytes', () => {
    const tag = articleEtag(0, articleJson(source));
    expect(articleEtag(0, articleJson({ ...source }))).toBe(tag);
    expect(articleEtag(0, articleJson({ ...source, content: 'Content – ünïcode 🌎' }))).not.toBe(tag);
    expect(articleEtag(0, articleJson({ ...source, authorName: null }))).not.toBe(tag);
  });
});

describe('articleJson', () => {
  it('is the same bytes whatever the order of the source', () => {
    const turned = Object.fromEntries(Object.entries(source).reverse()) as typeof source;
    expect(articleJson(turned)).toBe(articleJson(source));
  });

  it('shows a forgotten writer as a former contributor without age or school', () => {
    const article = JSON.parse(articleJson({ ...source, authorName: null, authorSchool: 'A school' }));
    expect(article).toMatchObject({ authorName: 'Former contributor', authorAge: null, authorSchool: null });
  });
});

describe('revisionsOfIfMatch', () => {
  it.each([
    ['"3-abc"', [3]],
    ['W/"3-abc"', [3]],
    ['"3-abc", W/"4-def"', [3, 4]],
    [' * ', '*'],
  ])('reads %s', (header, expected) => {
    expect(revisionsOfIfMatch(header)).toEqual(expected);
  });

  it.each(['', '3', '"3"', '"abc"', '"-1-abc"', '"3-abc', '"3-abc",', '"3-abc" "4-abc"', '*, "3-abc"'])(
    'refuses %j',
    (header) => {
      expect(revisionsOfIfMatch(header)).toBeUndefined();
    },
  );

  it('reads what articleEtag makes', () => {
    expect(revisionsOfIfMatch(articleEtag(12, articleJson(source)))).toEqual([12]);
  });
});

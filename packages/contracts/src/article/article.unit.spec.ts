import { describe, expect, it } from 'vitest';
import {
  articleJson,
  parseArticleId,
  revisionEtag,
  revisionsOfIfMatch,
  toArticle,
  toArticleCard,
} from './article.ts';

const source = {
  content: 'Content – ünïcode 🌍',
  id: 1,
  title: 'Title',
  excerpt: 'Excerpt',
  section: 'view',
  authorName: 'A writer',
  authorAge: 16,
  authorSchool: 'A school',
  readTime: 3,
  featured: 0,
  createdAt: '2026-01-02T03:04:05.678Z',
} as const;

it.each(['1', '42', '2147483647'])('%s is an article id', (text) => {
  expect(parseArticleId(text)).toBe(Number(text));
});

it.each([
  '',
  '0',
  '01',
  '-1',
  '+1',
  '1.0',
  '1e3',
  '0x1',
  ' 1',
  '1 ',
  '٣',
  '2147483648',
  '99999999999',
  'one',
])('%j is no article id', (text) => {
  expect(parseArticleId(text)).toBeUndefined();
});

describe('the representation of an article', () => {
  it('is the same bytes whatever the order of the source', () => {
    const reversed = Object.fromEntries(Object.entries(source).reverse()) as typeof source;
    expect(articleJson(reversed)).toBe(articleJson(source));
  });

  it('as a card has everything but the content', () => {
    const { content: _content, ...card } = toArticle(source);
    expect(toArticleCard(source)).toEqual(card);
  });

  it('of a forgotten writer has nothing of the byline', () => {
    expect(toArticle({ ...source, authorName: null })).toMatchObject({
      authorName: 'Former contributor',
      authorAge: null,
      authorSchool: null,
    });
  });

  it('has a strong ETag of the revision, another for other bytes, which If-Match accepts', () => {
    const tag = revisionEtag(12, articleJson(source));
    expect(tag).toMatch(/^"12-[0-9a-z]+"$/);
    expect(revisionEtag(12, articleJson({ ...source }))).toBe(tag);
    for (const change of [{ content: 'Content – ünïcode 🌎' }, { authorName: null }])
      expect(revisionEtag(12, articleJson({ ...source, ...change }))).not.toBe(tag);
    expect(revisionsOfIfMatch(tag)).toEqual([12]);
  });
});

describe('If-Match', () => {
  it.each([
    ['"3-abc"', [3]],
    ['W/"3-abc"', [3]],
    ['"3-abc", W/"4-def"', [3, 4]],
    [' * ', '*'],
  ])('%s names revisions', (header, expected) => {
    expect(revisionsOfIfMatch(header)).toEqual(expected);
  });

  it.each(['', '3', '"3"', '"abc"', '"-1-abc"', '"3-abc', '"3-abc",', '"3-abc" "4-abc"', '*, "3-abc"'])(
    '%j is invalid',
    (header) => {
      expect(revisionsOfIfMatch(header)).toBeUndefined();
    },
  );
});

import { motifs, sections, textLimits } from '@journal/events/fields';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';
import { describe, expect, it } from 'vitest';
import { isPrintable } from '../system/text.ts';
import { ArticleFields, Section } from './article.schema.ts';
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
  cover: 'auto',
  createdAt: '2026-01-02T03:04:05.678Z',
} as const;
/** The form fields of the article. */
const { id: _id, createdAt: _createdAt, ...good } = source;

Format.Set('printable', isPrintable);
const fields = Compile(ArticleFields);
const without = (field: keyof typeof good) => {
  const { [field]: _left, ...rest } = good;
  return rest;
};

describe('what a person fills in', () => {
  it('is taken whole, without a school, and without a word on featured or cover', () => {
    expect(fields.Check(good)).toBe(true);
    expect(fields.Check(without('authorSchool'))).toBe(true);
    expect(fields.Check(without('featured'))).toBe(true);
    expect(fields.Check(without('cover'))).toBe(true);
  });

  it.each(['', null, 'A school'])('may name the school %j', (authorSchool) => {
    expect(fields.Check({ ...good, authorSchool })).toBe(true);
  });

  it.each(['title', 'content', 'excerpt', 'section', 'authorName', 'authorAge', 'readTime'] as const)(
    'needs %s',
    (field) => {
      expect(fields.Check(without(field))).toBe(false);
      expect(fields.Check({ ...good, [field]: null })).toBe(false);
    },
  );

  it.each([
    ['title', textLimits.title],
    ['excerpt', textLimits.summary],
    ['content', textLimits.body],
    ['authorName', textLimits.name],
    ['authorSchool', textLimits.name],
  ] as const)('%s has at most %i characters', (field, limit) => {
    expect(fields.Check({ ...good, [field]: 'x'.repeat(limit) })).toBe(true);
    expect(fields.Check({ ...good, [field]: 'x'.repeat(limit + 1) })).toBe(false);
    expect(fields.Check({ ...good, [field]: 'bell \u0007' })).toBe(false);
  });

  it.each([
    ['authorAge', 12, 18],
    ['readTime', 1, 20],
    ['featured', 0, 1],
  ] as const)('%s is a whole number from %i to %i', (field, least, most) => {
    for (const value of [least, most]) expect(fields.Check({ ...good, [field]: value })).toBe(true);
    for (const value of [least - 1, most + 1, least + 0.5, `${least}`])
      expect(fields.Check({ ...good, [field]: value })).toBe(false);
  });

  it('has the cover that an editor chose from the motifs', () => {
    for (const cover of ['auto', ...motifs]) expect(fields.Check({ ...good, cover })).toBe(true);
    for (const cover of ['', 'unheard-of', 'Sea', null, 1])
      expect(fields.Check({ ...good, cover })).toBe(false);
  });

  it('has no other field', () => {
    expect(fields.Check({ ...good, id: 7 })).toBe(false);
  });

  it('is told in the words of the specification what is wrong', () => {
    expect(ArticleFields.properties.authorAge).toMatchObject({ message: 'Age must be between 12 and 18' });
    expect(ArticleFields.properties.readTime).toMatchObject({
      message: 'Read time must be between 1 and 20 minutes',
    });
  });
});

it('the sections are the same in both places', () => {
  for (const section of sections) expect(Compile(Section).Check(section)).toBe(true);
  expect(sections).toHaveLength(3);
  expect(Compile(Section).Check('news')).toBe(false);
});

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
    expect(revisionsOfIfMatch(revisionEtag(-1, '{}'))).toEqual([-1]);
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

  it.each(['', '3', '"3"', '"abc"', '"-2-abc"', '"3-abc', '"3-abc",', '"3-abc" "4-abc"', '*, "3-abc"'])(
    '%j is invalid',
    (header) => {
      expect(revisionsOfIfMatch(header)).toBeUndefined();
    },
  );
});

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

describe('ArticleFields', () => {
  it('accepts all fields, and does not require authorSchool, featured and cover', () => {
    expect(fields.Check(good)).toBe(true);
    expect(fields.Check(without('authorSchool'))).toBe(true);
    expect(fields.Check(without('featured'))).toBe(true);
    expect(fields.Check(without('cover'))).toBe(true);
  });

  it.each(['', null, 'A school'])('accepts %j as authorSchool', (authorSchool) => {
    expect(fields.Check({ ...good, authorSchool })).toBe(true);
  });

  it.each(['title', 'content', 'excerpt', 'section', 'authorName', 'authorAge', 'readTime'] as const)(
    'requires %s, and does not accept null',
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
  ] as const)('limits %s to %i printable characters', (field, limit) => {
    expect(fields.Check({ ...good, [field]: 'x'.repeat(limit) })).toBe(true);
    expect(fields.Check({ ...good, [field]: 'x'.repeat(limit + 1) })).toBe(false);
    expect(fields.Check({ ...good, [field]: 'bell \u0007' })).toBe(false);
  });

  it.each([
    ['authorAge', 12, 18],
    ['readTime', 1, 20],
    ['featured', 0, 1],
  ] as const)('requires %s to be an integer from %i to %i', (field, least, most) => {
    for (const value of [least, most]) expect(fields.Check({ ...good, [field]: value })).toBe(true);
    for (const value of [least - 1, most + 1, least + 0.5, `${least}`])
      expect(fields.Check({ ...good, [field]: value })).toBe(false);
  });

  it('accepts only "auto" or one of the motifs as the cover', () => {
    for (const cover of ['auto', ...motifs]) expect(fields.Check({ ...good, cover })).toBe(true);
    for (const cover of ['', 'unheard-of', 'Sea', null, 1])
      expect(fields.Check({ ...good, cover })).toBe(false);
  });

  it('rejects unknown fields', () => {
    expect(fields.Check({ ...good, id: 7 })).toBe(false);
  });

  it('has the error messages of the specification for age and read time', () => {
    expect(ArticleFields.properties.authorAge).toMatchObject({ message: 'Age must be between 12 and 18' });
    expect(ArticleFields.properties.readTime).toMatchObject({
      message: 'Read time must be between 1 and 20 minutes',
    });
  });
});

it('the Section schema accepts the three sections of the events and rejects others', () => {
  for (const section of sections) expect(Compile(Section).Check(section)).toBe(true);
  expect(sections).toHaveLength(3);
  expect(Compile(Section).Check('news')).toBe(false);
});

it.each(['1', '42', '2147483647'])('parseArticleId accepts %s', (text) => {
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
])('parseArticleId rejects %j', (text) => {
  expect(parseArticleId(text)).toBeUndefined();
});

describe('the representation of an article', () => {
  it('does not depend on the order of the source’s properties', () => {
    const reversed = Object.fromEntries(Object.entries(source).reverse()) as typeof source;
    expect(articleJson(reversed)).toBe(articleJson(source));
  });

  it('omits only the content if it is a card', () => {
    const { content: _content, ...card } = toArticle(source);
    expect(toArticleCard(source)).toEqual(card);
  });

  it('names an erased writer "Former contributor", without age and school', () => {
    expect(toArticle({ ...source, authorName: null })).toMatchObject({
      authorName: 'Former contributor',
      authorAge: null,
      authorSchool: null,
    });
  });

  it('has a strong ETag that changes with its bytes and contains the revision for If-Match', () => {
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
  ])('parses the revisions in %s', (header, expected) => {
    expect(revisionsOfIfMatch(header)).toEqual(expected);
  });

  it.each(['', '3', '"3"', '"abc"', '"-2-abc"', '"3-abc', '"3-abc",', '"3-abc" "4-abc"', '*, "3-abc"'])(
    'is rejected if it is %j',
    (header) => {
      expect(revisionsOfIfMatch(header)).toBeUndefined();
    },
  );
});

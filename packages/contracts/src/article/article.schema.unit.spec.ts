import { sections, textLimits } from '@journal/events/fields';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';
import { describe, expect, it } from 'vitest';
import { HistoryQuery } from '../audit/history.routes.ts';
import { isPrintable } from '../system/text.ts';
import { ArticleListQuery, ArticlePageQuery } from './article.routes.ts';
import { ArticleFields, Section } from './article.schema.ts';

Format.Set('printable', isPrintable);
const fields = Compile(ArticleFields);
const good = {
  title: 'Title',
  content: 'Content',
  excerpt: 'Excerpt',
  section: 'view',
  authorName: 'A writer',
  authorAge: 16,
  authorSchool: 'A school',
  readTime: 3,
  featured: 0,
};
const without = (field: keyof typeof good) => {
  const { [field]: _left, ...rest } = good;
  return rest;
};

describe('what a person fills in', () => {
  it('is taken whole, without a school, and without a word on featured', () => {
    expect(fields.Check(good)).toBe(true);
    expect(fields.Check(without('authorSchool'))).toBe(true);
    expect(fields.Check(without('featured'))).toBe(true);
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

describe('query strings', () => {
  const list = Compile(ArticleListQuery);
  const page = Compile(ArticlePageQuery);

  it.each(['1', '9', '10', '99', '100'])('limit=%s is taken', (limit) => {
    expect([list.Check({ limit }), page.Check({ limit })]).toEqual([true, true]);
  });
  it.each(['0', '101', '1000', '-1', '01', '1.0', '', ' 1'])('limit=%j is refused', (limit) => {
    expect([list.Check({ limit }), page.Check({ limit })]).toEqual([false, false]);
  });
  it.each(['0', '-1', '01', 'x', '', '12345678901'])('after=%j is refused', (after) => {
    expect([list.Check({ after }), page.Check({ after })]).toEqual([false, false]);
  });
  it('only the list of all takes section and featured', () => {
    expect(list.Check({ section: 'clash', featured: '1', fields: 'card', after: '7' })).toBe(true);
    expect([page.Check({ section: 'clash' }), page.Check({ featured: '1' })]).toEqual([false, false]);
  });
  it('a history goes back before a revision, the first too', () => {
    const history = Compile(HistoryQuery);
    expect(history.Check({ before: '0', limit: '50' })).toBe(true);
    expect([history.Check({ before: '-1' }), history.Check({ after: '1' })]).toEqual([false, false]);
  });
});

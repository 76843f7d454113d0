import type { MatchedParts } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { partsOf } from './Marked.tsx';
import { searchHref, searchIn, textAt } from './search-address.ts';

it.each([
  [{}, { text: '', page: 1, tooLong: false }],
  [{ q: '  school  lunch ' }, { text: 'school  lunch', page: 1, tooLong: false }],
  [
    { q: 'a', page: '3' },
    { text: 'a', page: 3, tooLong: false },
  ],
  [
    { q: 'a', page: '10' },
    { text: 'a', page: 10, tooLong: false },
  ],
  [
    { q: 'a', page: '11' },
    { text: 'a', page: 1, tooLong: false },
  ],
  [
    { q: 'a', page: '0' },
    { text: 'a', page: 1, tooLong: false },
  ],
  [
    { q: 'a', page: '2x' },
    { text: 'a', page: 1, tooLong: false },
  ],
  [{ q: 'x'.repeat(200) }, { text: 'x'.repeat(200), page: 1, tooLong: false }],
  [{ q: '🎉'.repeat(200) }, { text: '🎉'.repeat(200), page: 1, tooLong: false }],
  [{ q: '🎉'.repeat(201) }, { text: '🎉'.repeat(200), page: 1, tooLong: true }],
  [{ q: 'x'.repeat(10_000) }, { text: 'x'.repeat(200), page: 1, tooLong: true }],
  [{ q: `${'x'.repeat(199)}😀` }, { text: `${'x'.repeat(199)}😀`, page: 1, tooLong: false }],
  [{ q: `${'x'.repeat(199)}😀y` }, { text: `${'x'.repeat(199)}😀`, page: 1, tooLong: true }],
])('%j asks for %j', (search, asked) => {
  expect(searchIn(search)).toEqual(asked);
});

it.each([
  ['', 1, '/search'],
  ['   ', 1, '/search'],
  [' school lunch ', 1, '/search?q=school+lunch'],
  ['100% "a&b"', 2, '/search?q=100%25+%22a%26b%22&page=2'],
])('what is found for %j, page %i, is at %s', (text, page, href) => {
  expect(searchHref(text, page)).toBe(href);
});

it('the box holds the text of the search page alone', () => {
  expect(textAt('/search', { q: 'school' })).toBe('school');
  expect(textAt('/admin', { q: 'school' })).toBe('');
});

const written = (text: string, matches: MatchedParts) =>
  partsOf(text, matches)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('the parts of a text', () => {
  it.each<[string, MatchedParts, string]>([
    ['School lunch', [], 'School lunch'],
    ['School lunch', [[0, 6]], '[School] lunch'],
    ['School lunch', [[7, 12]], 'School [lunch]'],
    [
      'School lunch',
      [
        [0, 6],
        [7, 12],
      ],
      '[School] [lunch]',
    ],
    ['School', [[0, 6]], '[School]'],
    ['', [], ''],
  ])('%j with %j is %s', (text, matches, expected) => {
    expect(written(text, matches)).toBe(expected);
  });

  it.each<[string, MatchedParts]>([
    ['past the end', [[0, 7]]],
    ['backwards', [[3, 3]]],
    ['before the start', [[-1, 2]]],
  ])('a mark that lies %s is none', (_, matches) => {
    expect(written('School', matches)).toBe('School');
  });

  it('marks that overlap lose no letter and double none', () => {
    expect(
      written('School', [
        [0, 4],
        [2, 6],
      ]),
    ).toBe('[Scho]ol');
  });
});

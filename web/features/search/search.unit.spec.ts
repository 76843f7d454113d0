import type { MatchedParts } from '@journal/contracts';
import { expect, it } from 'vitest';
import { partsOf } from './marked-parts.ts';
import { heading } from './SearchResults.tsx';
import { searchHref, searchIn, textAt } from './search-address.ts';

it.each([
  ['', '', '', 1, false],
  ['  school  lunch ', '', 'school  lunch', 1, false],
  ['a', '3', 'a', 3, false],
  ['a', '10', 'a', 10, false],
  ['a', '11', 'a', 1, false],
  ['a', '0', 'a', 1, false],
  ['a', '2x', 'a', 1, false],
  ['x'.repeat(200), '', 'x'.repeat(200), 1, false],
  ['🎉'.repeat(200), '', '🎉'.repeat(200), 1, false],
  ['🎉'.repeat(201), '', '🎉'.repeat(200), 1, true],
  ['x'.repeat(10_000), '', 'x'.repeat(200), 1, true],
  [`${'x'.repeat(199)}😀`, '', `${'x'.repeat(199)}😀`, 1, false],
  [`${'x'.repeat(199)}😀y`, '', `${'x'.repeat(199)}😀`, 1, true],
])('q=%j and page=%j search for %j', (q, page, text, number, tooLong) => {
  expect(searchIn({ q, page })).toEqual({ text, page: number, tooLong });
});

it.each([
  ['', 1, '/search'],
  ['   ', 1, '/search'],
  [' school lunch ', 1, '/search?q=school+lunch'],
  ['100% "a&b"', 2, '/search?q=100%25+%22a%26b%22&page=2'],
])('the address of results for %j, page %i, is %s', (text, page, href) => {
  expect(searchHref(text, page)).toBe(href);
});

it('the search box shows the query on the search page only', () => {
  expect(textAt('/search', { q: 'school' })).toBe('school');
  expect(textAt('/admin', { q: 'school' })).toBe('');
});

const written = (text: string, matches: MatchedParts) =>
  partsOf(text, matches)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

const first = [0, 6] as const;
const last = [7, 12] as const;

it.each<[string, string, MatchedParts, string]>([
  ['no match', 'School lunch', [], 'School lunch'],
  ['a match at the start', 'School lunch', [[...first]], '[School] lunch'],
  ['a match at the end', 'School lunch', [[...last]], 'School [lunch]'],
  ['two matches', 'School lunch', [[...first], [...last]], '[School] [lunch]'],
  ['a match of everything', 'School', [[...first]], '[School]'],
  ['no text', '', [], ''],
  ['a match past the end, which is ignored,', 'School', [[0, 7]], 'School'],
  ['a match that runs backwards, which is ignored,', 'School', [[3, 3]], 'School'],
  ['a match before the start, which is ignored,', 'School', [[-1, 2]], 'School'],
])('%s: %j with %j is %s', (_case, text, matches, expected) => {
  expect(written(text, matches)).toBe(expected);
});

it('overlapping matches do not lose or repeat letters', () => {
  const overlapping: MatchedParts = [
    [0, 4],
    [2, 6],
  ];
  expect(written('School', overlapping)).toBe('[Scho]ol');
});

it.each([
  [1, 1, false, '1 article found'],
  [20, 1, true, 'The best 20 articles'],
  [199, 1, false, '199 articles found'],
  [200, 1, false, 'The best 200 articles'],
  [20, 2, true, 'Further results'],
])('%i results on page %i are announced truthfully', (count, page, more, text) => {
  expect(heading(count, page, more)).toBe(text);
});

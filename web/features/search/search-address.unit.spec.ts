import { expect, it } from 'vitest';
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

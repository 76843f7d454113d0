import { expect, it } from 'vitest';
import { matchesEtag } from './if-none-match.ts';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match with %s matches "a": %s', (header, named) => {
  expect(matchesEtag(header, '"a"')).toBe(named);
  expect(matchesEtag(header, 'W/"a"')).toBe(named);
});

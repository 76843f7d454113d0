import { expect, it } from 'vitest';
import { namesTag } from './if-none-match.ts';

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
  expect(namesTag(header, '"a"')).toBe(named);
  expect(namesTag(header, 'W/"a"')).toBe(named);
});

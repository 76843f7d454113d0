import { expect, it } from 'vitest';
import { patternsOf } from './database.ts';

it.each([
  [undefined, undefined],
  [' \n\t\0 ', undefined],
  ['one  two', ['%one%', '%two%']],
  ['100% a_b \\', ['%100\\%%', '%a\\_b%', '%\\\\%']],
])('%j is looked for as %j', (search, patterns) => {
  expect(patternsOf(search)).toEqual(patterns);
});

it('looks for ten words at most', () => {
  expect(patternsOf(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))).toHaveLength(10);
});

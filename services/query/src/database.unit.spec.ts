import { expect, it } from 'vitest';
import { patternsOf } from './database.ts';

it.each([
  [undefined, undefined],
  [' \n\t\0 ', undefined],
  ['one  two', ['%one%', '%two%']],
  ['100% a_b \\', ['%100\\%%', '%a\\_b%', '%\\\\%']],
])('the search %j has the patterns %j', (search, patterns) => {
  expect(patternsOf(search)).toEqual(patterns);
});

it('a search uses at most ten words', () => {
  expect(patternsOf(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))).toHaveLength(10);
});

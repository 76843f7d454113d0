import { expect, it } from 'vitest';
import { inBatches } from './batches.ts';

const limits = { documents: 3, characters: 12 };

it.each([
  [[], []],
  [['a'], [['a']]],
  [
    ['a', 'b', 'c', 'd'],
    [['a', 'b', 'c'], ['d']],
  ],
  [
    ['abcd', 'efgh', 'i'],
    [['abcd', 'efgh'], ['i']],
  ],
  [
    ['far too long for one', 'a'],
    [['far too long for one'], ['a']],
  ],
])('%j', (documents, batches) => {
  expect([...inBatches(documents, limits)]).toEqual(batches);
});

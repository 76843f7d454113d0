import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addPosting,
  isEmpty,
  noPostings,
  type Postings,
  postingsOf,
  readPostings,
  removePosting,
} from './postings.ts';

function numbersOf(postings: Postings): number[] {
  const numbers: number[] = [];
  return numbers.slice(0, readPostings(postings, numbers));
}

const numbers = fc.oneof(fc.nat(12), fc.nat(300), fc.nat(40_000), fc.nat(2 ** 31 - 1));
const changes = fc.array(fc.tuple(fc.constantFrom('add', 'add', 'remove', 'remove a range'), numbers), {
  maxLength: 200,
});

it('postings are a sorted set after any additions and removals', () => {
  fc.assert(
    fc.property(changes, (some) => {
      const [postings, expected] = [noPostings(), new Set<number>()];
      for (const [change, number] of some) {
        if (change === 'add') {
          addPosting(postings, number);
          expected.add(number);
          continue;
        }
        const highest = change === 'remove' ? number : number + 3;
        removePosting(postings, number, highest);
        const [lowest] = [...expected]
          .filter((each) => each >= number && each <= highest)
          .sort((a, b) => a - b);
        if (lowest !== undefined) expected.delete(lowest);
      }
      const sorted = [...expected].sort((a, b) => a - b);
      expect(numbersOf(postings)).toEqual(sorted);
      expect(isEmpty(postings)).toBe(sorted.length === 0);
      expect(numbersOf(postingsOf(sorted))).toEqual(sorted);
    }),
    { numRuns: 300 },
  );
});

it('postings take at most two bytes for each document of a frequent word, including spare capacity', () => {
  const postings = noPostings();
  for (let slot = 0; slot < 20_000; slot++) addPosting(postings, slot * 4 + (slot % 3));
  expect(postings.bytes.length).toBeLessThan(40_000);
  expect(postingsOf(numbersOf(postings)).bytes.length).toBeLessThan(20_000);
});

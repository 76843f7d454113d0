import { describe, expect, it } from 'vitest';
import { errorsAllowed, errorsBetween } from './errors.ts';

it.each([
  ['cat', 0],
  ['moon', 1],
  ['gardens', 1],
  ['climates', 2],
  ['2026', 0],
  ['20262026', 0],
  ['2026a', 1],
  ['𐐨𐐨𐐨', 0],
])('%s may have %i errors', (word, expected) => {
  expect(errorsAllowed(word)).toBe(expected);
});

it.each([
  ['garden', 'garden', 0, 0],
  ['garden', 'gardens', 1, 0],
  ['gard', 'garden', 2, 0],
  ['gaden', 'garden', 1, 1],
  ['garrden', 'garden', 1, 1],
  ['garten', 'garden', 1, 1],
  ['gadren', 'garden', 1, 1],
  ['agrden', 'garden', 1, 1],
  ['xarden', 'gardening', 3, 1],
  ['gardenx', 'garden', 1, 1],
  ['clessruom', 'classroom', 2, 2],
  ['clessruum', 'classroom', 3, 3],
  ['ca', 'abc', 3, 1],
  ['form', 'from', 1, 1],
  ['zebra', 'garden', 3, 3],
  ['𐐨𐐩𐐪𐐫𐐬', '𐐨𐐩𐐪', 2, 2],
])('%s for %s: %i in the whole word, %i in a beginning', (typed, word, whole, beginning) => {
  expect(errorsBetween(typed, word, 2)).toEqual({ whole, beginning });
});

describe('by the definition', () => {
  /** Optimal string alignment, written down as it is defined (https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). */
  function distance(one: string, other: string): number {
    const least = (i: number, j: number): number => {
      if (Math.min(i, j) === 0) return Math.max(i, j);
      const swap =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? least(i - 2, j - 2) + 1
          : Number.POSITIVE_INFINITY;
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1;
      return Math.min(least(i - 1, j) + 1, least(i, j - 1) + 1, least(i - 1, j - 1) + wrong, swap);
    };
    return least(one.length, other.length);
  }

  it('for every pair of words of up to three letters of an alphabet of two, and more', () => {
    const words = ['', 'a', 'b', 'ab', 'ba', 'aab', 'aba', 'bab', 'abab', 'baba', 'abba', 'bbaa'];
    for (const one of words.slice(1))
      for (const other of words)
        for (const most of [0, 1, 2]) {
          const beginnings = Array.from(other, (_letter, at) => distance(one, other.slice(0, at + 1)));
          expect([one, other, errorsBetween(one, other, most)]).toEqual([
            one,
            other,
            {
              whole: Math.min(most + 1, distance(one, other)),
              beginning: Math.min(most + 1, distance(one, ''), ...beginnings),
            },
          ]);
        }
  });
});

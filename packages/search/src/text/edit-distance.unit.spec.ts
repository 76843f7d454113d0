import { describe, expect, it } from 'vitest';
import { createDistanceTable, matchTerm, maxTypos } from './edit-distance.ts';

const match = (typed: string, word: string, max: number) => matchTerm(createDistanceTable(typed, max), word);

it.each([
  ['cat', 0],
  ['moon', 1],
  ['gardens', 1],
  ['climates', 2],
  ['2026', 0],
  ['20262026', 0],
  ['2026a', 1],
  ['𐐨𐐨𐐨', 0],
])('%s may have %i typos', (word, expected) => {
  expect(maxTypos(word)).toBe(expected);
});

it.each([
  ['garden', 'garden', 0, 0],
  ['garden', 'gardens', 0, 1],
  ['gard', 'garden', 0, 1],
  ['gaden', 'garden', 1, 0],
  ['garrden', 'garden', 1, 0],
  ['garten', 'garden', 1, 0],
  ['gadren', 'garden', 1, 0],
  ['agrden', 'garden', 1, 0],
  ['xarden', 'gardening', 1, 1],
  ['gardenx', 'garden', 1, 0],
  ['clessruom', 'classroom', 2, 0],
  ['form', 'from', 1, 0],
  ['气候', '气候', 0, 0],
])('%s matches %s with %i typos (prefix: %i)', (typed, word, typos, prefix) => {
  expect(match(typed, word, 2)).toEqual({ typos, prefix });
});

it.each([
  ['clessruum', 'classroom'],
  ['zebra', 'garden'],
  ['gardener', 'gard'],
])('%s does not match %s', (typed, word) => {
  expect(match(typed, word, 2)).toBeUndefined();
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
        for (const max of [0, 1, 2]) {
          const whole = distance(one, other);
          const typos = Math.min(
            distance(one, ''),
            ...Array.from(other, (_letter, at) => distance(one, other.slice(0, at + 1))),
          );
          const expected = typos <= max ? { typos, prefix: whole === typos ? 0 : 1 } : undefined;
          expect([one, other, max, match(one, other, max)]).toEqual([one, other, max, expected]);
        }
  });
});

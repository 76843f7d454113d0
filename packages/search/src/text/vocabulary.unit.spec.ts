import { describe, expect, it } from 'vitest';
import { createVocabulary, firstLetterOf, maxTypos } from './vocabulary.ts';

type Found = [word: string, typos: number, prefix: 0 | 1];

function vocabularyOf(...words: readonly string[]) {
  const vocabulary = createVocabulary();
  for (const word of words) vocabulary.add(word);
  return vocabulary;
}

/** Returns each word that a vocabulary finds, with its typos and whether only its prefix matched. */
function near(vocabulary: ReturnType<typeof createVocabulary>, typed: string, max = maxTypos(typed)) {
  const found: Found[] = [];
  vocabulary.visitNear(typed, ({ word }, typos, prefix) => found.push([word, typos, prefix]), max);
  return found.toSorted();
}

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
  ['gard', 'garden', 0, 1],
  ['gaden', 'garden', 1, 0],
  ['garrden', 'garden', 1, 0],
  ['garten', 'garden', 1, 0],
  ['agrden', 'garden', 1, 0],
  ['xarden', 'gardening', 1, 1],
  ['gardenx', 'garden', 1, 0],
  ['clessruom', 'classroom', 2, 0],
  ['气候', '气候', 0, 0],
  ['clessruum', 'classroom', 3, 0],
  ['zebra', 'garden', 3, 0],
  ['gardener', 'gard', 3, 0],
] as const)(
  '%s matches %s with %i typos (prefix: %i), but never with three',
  (typed, word, typos, prefix) => {
    expect(near(vocabularyOf(word), typed, 2)).toEqual(typos > 2 ? [] : [[word, typos, prefix]]);
  },
);

it('a single letter finds its own word and the term of all words that begin with it', () => {
  const vocabulary = vocabularyOf('s', 'sea', '𐐨𐐨', ...['sea', '𐐨𐐨'].map(firstLetterOf));
  const found = ['s', 'se', '𐐨'].map((typed) => near(vocabulary, typed).join(' '));
  expect(found).toEqual(['s*,0,1 s,0,0', 'sea,0,1', '𐐨*,0,1']);
});

/** Distances of a word's prefixes: optimal string alignment (https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). */
function distancesOf(typed: string, word: string): number[] {
  const rows = Array.from({ length: typed.length + 1 }, (_none, i) => [i]);
  for (let j = 1; j <= word.length; j++) (rows[0] as number[])[j] = j;
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= typed.length; i++)
    for (let j = 1; j <= word.length; j++) {
      const isSwap = typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1];
      (rows[i] as number[])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (typed[i - 1] === word[j - 1] ? 0 : 1),
        i > 1 && j > 1 && isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  return rows[typed.length] as number[];
}

/** Finds the same words by definition, comparing them one by one. */
const compared = (words: Iterable<string>, typed: string, max: number = maxTypos(typed)) =>
  [...words]
    .flatMap((word): Found[] => {
      const distances = distancesOf(typed, word);
      const typos = Math.min(...distances);
      return typos <= max ? [[word, typos, distances[word.length] === typos ? 0 : 1]] : [];
    })
    .toSorted();

/** Returns words of one to four syllables, many of them close to each other. */
function manyWords(): readonly string[] {
  const syllables = ['ba', 'ab', 'bo', 'con', 'co', 'no', 'an', 'na', 'era', 'are', '気', '候'];
  const two = syllables.flatMap((one) => syllables.map((other) => one + other));
  return [...new Set([...syllables, ...two, ...two.flatMap((word) => [`${word}no`, `con${word}`])])];
}

describe('visitNear finds the same words as comparing every word', () => {
  const words = manyWords();
  const vocabulary = vocabularyOf(...words);

  it('for words made of two letters', () => {
    const few = ['a', 'b', 'ab', 'ba', 'aab', 'aba', 'bab', 'abab', 'baba', 'abba', 'bbaa'];
    for (const typed of few)
      for (const max of [0, 1, 2] as const)
        expect([typed, max, near(vocabularyOf(...few), typed, max)]).toEqual([
          typed,
          max,
          compared(few, typed, max),
        ]);
  });

  it.each(
    'ba b 気候 bano conera xoncon ocnera onera abareno conarera cnoarear noarerax conbaabno zzzz zzzzzzzz 2026'.split(
      ' ',
    ),
  )('for %s', (typed) => {
    expect(near(vocabulary, typed)).toEqual(compared(words, typed));
  });

  it('for words with a letter missing, added, changed or swapped', () => {
    for (const word of words.filter(({ length }) => length > 4).slice(0, 60))
      for (const typed of [
        word.slice(1),
        `x${word}`,
        `${word.slice(0, 2)}x${word.slice(3)}`,
        `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`,
      ])
        expect(near(vocabulary, typed)).toEqual(compared(words, typed));
  });

  it('after so many additions and removals that the vocabulary is rebuilt', () => {
    const changing = vocabularyOf();
    const words = ['', 'x', 'no', 'era', 'y'].flatMap((end) => manyWords().map((word) => word + end));
    expect(near(changing, 'garden')).toEqual([]);
    const left = new Set<string>();
    for (const [at, word] of words.entries()) {
      changing.add(word);
      left.add(word);
      const other = words[(at * 7) % words.length] ?? '';
      if (left.delete(other)) changing.remove(changing.add(other));
      if (at % 50 === 0)
        for (const typed of ['conera', 'ba', 'abarenoco'])
          expect(near(changing, typed)).toEqual(compared(left, typed));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { createDistanceTable, matchTerm, maxTypos } from '../text/edit-distance.ts';
import { createVocabulary } from './vocabulary.ts';

function vocabularyOf(words: readonly string[]) {
  const vocabulary = createVocabulary();
  for (const word of words) vocabulary.add(word);
  return vocabulary;
}

/** What a vocabulary finds: each word with its typos, and whether it was only begun. */
function near(vocabulary: ReturnType<typeof createVocabulary>, typed: string) {
  const found: [string, number, 0 | 1][] = [];
  vocabulary.visitNear(typed, ({ word }, typos, prefix) => found.push([word, typos, prefix]));
  return found.toSorted();
}

/** The same by comparing with every word. */
const compared = (words: readonly string[], typed: string) =>
  words
    .flatMap((word): [string, number, 0 | 1][] => {
      const match = matchTerm(createDistanceTable(typed, maxTypos(typed)), word);
      return match ? [[word, match.typos, match.prefix]] : [];
    })
    .toSorted();

/** Words of one to four syllables, many of them near to each other. */
function manyWords(): readonly string[] {
  const syllables = ['ba', 'ab', 'bo', 'con', 'co', 'no', 'an', 'na', 'era', 'are', '気', '候'];
  const two = syllables.flatMap((one) => syllables.map((other) => one + other));
  return [...new Set([...syllables, ...two, ...two.flatMap((word) => [`${word}no`, `con${word}`])])];
}

const words = manyWords();

describe('what is near is what comparing with every word finds', () => {
  const vocabulary = vocabularyOf(words);

  it.each(
    'ba b 気候 bano conera xoncon ocnera onera abareno conarera cnoarear noarerax conbaabno zzzz zzzzzzzz 2026'.split(
      ' ',
    ),
  )('for %s', (typed) => {
    expect(near(vocabulary, typed)).toEqual(compared(words, typed));
  });

  it('for each of the words with a letter missing, added, changed or swapped', () => {
    for (const word of words.filter(({ length }) => length > 4).slice(0, 60))
      for (const typed of [
        word.slice(1),
        `x${word}`,
        `${word.slice(0, 2)}x${word.slice(3)}`,
        `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`,
      ])
        expect(near(vocabulary, typed)).toEqual(compared(words, typed));
  });
});

it('words that come and go one by one are found as those that come at once', () => {
  const vocabulary = vocabularyOf([]);
  const left = new Set<string>();
  for (const [at, word] of words.entries()) {
    vocabulary.add(word);
    left.add(word);
    const other = words[(at * 7) % words.length] ?? '';
    if (left.delete(other)) vocabulary.remove(vocabulary.add(other));
    if (at % 20 === 0)
      for (const typed of ['conera', 'ba', 'abarenoco'])
        expect(near(vocabulary, typed)).toEqual(compared([...left], typed));
  }
  expect(near(vocabularyOf([]), 'garden')).toEqual([]);
});

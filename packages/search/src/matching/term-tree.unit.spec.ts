import { describe, expect, it } from 'vitest';
import { errorsBetween } from './errors.ts';
import { createTermTree } from './term-tree.ts';

function treeOf(words: readonly string[]) {
  const tree = createTermTree();
  for (const word of words) tree.termOf(word);
  return tree;
}

/** What a tree of the words finds: each word with its errors, and whether it was only begun. */
function near(words: readonly string[], typed: string, most: number) {
  const found: [string, number, 0 | 1][] = [];
  treeOf(words).visitNear(typed, most, (term, errors, beginning) =>
    found.push([words[term] ?? '', errors, beginning]),
  );
  return found.toSorted();
}

/** The same by comparing with every word. */
function compared(words: readonly string[], typed: string, most: number) {
  return words
    .map((word) => ({ word, ...errorsBetween(typed, word, most) }))
    .filter(({ beginning }) => beginning <= most)
    .map(({ word, whole, beginning }) => [word, beginning, whole === beginning ? 0 : 1])
    .toSorted();
}

/** Words of one to four syllables, many of them near to each other. */
function manyWords(): readonly string[] {
  const syllables = ['ba', 'ab', 'bo', 'con', 'co', 'no', 'an', 'na', 'era', 'are', '気', '候'];
  const two = syllables.flatMap((one) => syllables.map((other) => one + other));
  return [...new Set([...syllables, ...two, ...two.flatMap((word) => [`${word}no`, `con${word}`])])];
}

describe('what is near', () => {
  const words = manyWords();

  it.each([
    ['ba', 0],
    ['b', 0],
    ['気候', 0],
    ['bano', 1],
    ['conera', 1],
    ['xoncon', 1],
    ['ocnera', 1],
    ['onera', 1],
    ['abareno', 1],
    ['conarera', 2],
    ['cnoarear', 2],
    ['noarerax', 2],
    ['conbaabno', 2],
    ['zzzz', 1],
    ['zzzzzzzz', 2],
  ])('to %s with %i errors is what comparing with every word finds', (typed, most) => {
    expect(near(words, typed, most)).toEqual(compared(words, typed, most));
  });

  it('to each of the words with a letter missing, added, changed or swapped', () => {
    for (const word of words.filter(({ length }) => length > 4).slice(0, 60))
      for (const typed of [
        word.slice(1),
        `x${word}`,
        `${word.slice(0, 2)}x${word.slice(3)}`,
        `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`,
      ])
        expect(near(words, typed, 1)).toEqual(compared(words, typed, 1));
  });
});

it('is nothing to nothing', () => {
  expect(near(['garden'], '', 0)).toEqual([]);
  expect(near([], 'garden', 2)).toEqual([]);
});

it('a word has one number for ever', () => {
  const tree = treeOf(['garden', 'gardener', 'garden']);
  expect(['garden', 'gardener', 'gard'].map((word) => tree.termOf(word))).toEqual([0, 1, 2]);
});

it('holds tens of thousands of words, in letters beyond the basic plane too', () => {
  const words = Array.from({ length: 20_000 }, (_none, index) => `${index.toString(36)}𐐨𐐩`);
  expect(near(words, 'abc𐐨𐐩', 0)).toEqual([['abc𐐨𐐩', 0, 0]]);
  expect(near(words, 'abc𐐩𐐨', 1)).toContainEqual(['abc𐐨𐐩', 1, 0]);
});

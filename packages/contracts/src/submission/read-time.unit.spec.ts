import { describe, expect, it } from 'vitest';
import { countWords, readTimeOf } from './read-time.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('countWords', () => {
  it.each([
    ['', 0],
    ['  \n\t ', 0],
    ['one', 1],
    [' two\n\nwords ', 2],
    ['it’s – three', 3],
  ])('%j has %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});

describe('readTimeOf', () => {
  it.each([
    [0, 1],
    [220, 1],
    [329, 1],
    [330, 2],
    [1_000, 5],
    [4_400, 20],
    [20_000, 20],
  ])('%i words take %i minutes', (count, minutes) => {
    expect(readTimeOf(words(count))).toBe(minutes);
  });
});

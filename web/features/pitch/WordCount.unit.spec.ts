import { expect, it } from 'vitest';
import { wordCountOf } from './WordCount.tsx';

const essay = (words: number) => Array(words).fill('word').join(' ');

it.each([
  [0, '0 words', 'We ask for 800 to 1,200.'],
  [1, '1 word', '799 to go until 800.'],
  [799, '799 words', '1 to go until 800.'],
  [800, '800 words', 'A good length for us.'],
  [1_200, '1,200 words', 'A good length for us.'],
  [1_201, '1,201 words', '1 over 1,200. You can still send it.'],
])('an essay of %i words gets its advice', (words, count, advice) => {
  expect(wordCountOf(essay(words))).toEqual({ words, count, advice });
});

it('words are counted between whitespace of any kind', () => {
  expect(wordCountOf('  One\n\ntwo\tthree\u00a0four — five ').words).toBe(6);
});

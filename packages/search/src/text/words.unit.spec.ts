import { expect, it } from 'vitest';
import { placedWords, wordsOf } from './words.ts';

it.each([
  ['The river, the sea!', ['the', 'river', 'sea']],
  ['We don’t', ['we', 'dont', 'don', 't']],
  ['We don´t', ['we', 'dont', 'don', 't']],
  ['co-op', ['coop', 'co', 'op']],
  ['Year-7', ['year7', 'year', '7']],
  ['O’Neill', ['oneill', 'o', 'neill']],
  ['U.S. and 1,000', ['us', 'u', 's', 'and', '1000', '1', '000']],
  ['Q&A, here/there', ['qa', 'q', 'a', 'herethere', 'here', 'there']],
  ['3D in 2026', ['3d', 'in', '2026']],
  ['気候', ['気', '気候', '候']],
  ['AI時代', ['ai', '時', '時代', '代']],
  ['ก', ['ก']],
  ['--- …', []],
  ['', []],
])('the words of %s', (text, expected) => {
  expect([...wordsOf(text)]).toEqual(expected);
});

it('placedWords returns the position of each word', () => {
  const text = 'À l’École, 気候 🎉 end';
  expect([...placedWords(text)].map(({ word, from, to }) => [word, text.slice(from, to)])).toEqual([
    ['a', 'À'],
    ['lecole', 'l’École'],
    ['l', 'l'],
    ['ecole', 'École'],
    ['気', '気'],
    ['気候', '気候'],
    ['候', '候'],
    ['end', 'end'],
  ]);
});

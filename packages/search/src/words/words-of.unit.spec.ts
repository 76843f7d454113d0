import { expect, it } from 'vitest';
import { placedWords, readingsOf, wordsOf } from './words-of.ts';

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

it('says where each word stands', () => {
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

it.each([
  ['river sea', [['river', 'sea']]],
  ['River river RIVER', [['river']]],
  [
    'co-op shop',
    [
      ['co', 'op', 'shop'],
      ['coop', 'shop'],
    ],
  ],
  ["don't", [['dont']]],
  ['don´t', [['dont']]],
  ['1,000', [['1', '000'], ['1000']]],
  ['気候変動', [['気候', '候変', '変動']]],
  ['山', [['山']]],
  ['*', []],
  ['', []],
])('%s is read as %j', (text, expected) => {
  expect(readingsOf(text)).toEqual(expected);
});

it('looks for ten words at most', () => {
  const text = Array.from({ length: 50 }, (_none, index) => `w${index}`).join(' ');
  expect(readingsOf(text)).toEqual([['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8', 'w9']]);
});

import { expect, it } from 'vitest';
import { parseQuery, spacingVariants } from './parse-query.ts';

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
])('%s is parsed as %j', (text, expected) => {
  expect(parseQuery(text).variants).toEqual(expected);
});

it('a query is limited to its first ten words', () => {
  const text = Array.from({ length: 50 }, (_none, index) => `w${index}`).join(' ');
  expect(parseQuery(text).variants).toEqual([['w0', 'w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8', 'w9']]);
});

it.each([
  [['schoolgarden'], [['school', 'garden']]],
  [['note', 'book'], [['notebook']]],
  [
    ['a', 'school', 'garden'],
    [
      ['aschool', 'garden'],
      ['a', 'schoolgarden'],
    ],
  ],
  [['school2026'], []],
  [['schoolg'], []],
  [['garden'], []],
])('the spacing variants of %j are %j', (variant, expected) => {
  const known = (word: string) => ['school', 's'].includes(word);
  expect([...spacingVariants(variant, known)]).toEqual(expected);
});

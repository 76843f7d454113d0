import { expect, test } from 'vitest';
import { errorsBetween } from './plain-errors.ts';
import { plainFold, readingsOfQuery, wordsOfText } from './plain-words.ts';

test.each([
  ['garden', 'garden', 0, 0],
  ['garden', 'gardens', 1, 0],
  ['gadren', 'garden', 1, 1],
  ['arden', 'garden', 1, 1],
  ['gard', 'gardening', 3, 0],
  ['agrd', 'gardening', 3, 1],
  ['ca', 'abc', 3, 1],
])('between %s and %s are %i errors, and %i to a beginning', (typed, word, whole, beginning) => {
  const errors = errorsBetween(typed, word, 2);
  expect([errors.whole, errors.beginning]).toEqual([Math.min(whole, 3), beginning]);
});

test.each([
  ['Wróblewska', 'wroblewska'],
  ['Straße', 'strasse'],
  ['Sørbø', 'sorbo'],
  ['İstanbul', 'istanbul'],
  ['ﬁrst', 'first'],
  ['Οδυσσεύς', 'οδυσσευσ'],
  ['３D', '3d'],
])('%s folds to %s', (text, folded) => expect(plainFold(text)).toBe(folded));

test('what apostrophes and hyphens join is one word and its parts', () => {
  expect(wordsOfText('Don’t ask the co-op!')).toEqual(['dont', 'don', 't', 'ask', 'the', 'coop', 'co', 'op']);
  expect(readingsOfQuery("Don't CO-OP")).toEqual([
    ['dont', 'co', 'op'],
    ['dont', 'coop'],
  ]);
});

test('scripts without spaces are taken by characters and pairs', () => {
  expect(wordsOfText('学校の庭')).toEqual(['学', '校', 'の', '庭', '学校', '校の', 'の庭']);
  expect(readingsOfQuery('学校 庭')[0]).toEqual(['学校', '庭']);
});

import { expect, it } from 'vitest';
import { errorsAllowed } from '../matching/errors.ts';
import { indexSettings, settingsHash } from './settings.ts';
import { tokenOf } from './tokens.ts';

it('allow as many errors in a token as the search allows in its word', () => {
  const { oneTypo, twoTypos } = indexSettings.typoTolerance.minWordSizeForTypos;
  for (let length = 1; length <= 20; length++) {
    const word = 'a'.repeat(length);
    const { length: ofToken } = tokenOf(word);
    expect(ofToken < oneTypo ? 0 : ofToken < twoTypos ? 1 : 2).toBe(errorsAllowed(word));
  }
});

it('put errors first, then the place, then newer before older', () => {
  expect(indexSettings.rankingRules).toEqual([
    'words',
    'typo',
    'attributeRank',
    'createdAtMilliseconds:desc',
    'id:desc',
  ]);
});

it('show no word list', () => {
  expect(indexSettings.displayedAttributes.filter((name) => /Words|Beginnings/.test(name))).toEqual([]);
});

it('have a version of their own', () => {
  expect(settingsHash).toMatch(/^[\da-f]{64}$/);
});

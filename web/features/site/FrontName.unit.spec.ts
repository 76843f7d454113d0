import { describe, expect, it } from 'vitest';
import { lengthOf, wordmarkLines } from './FrontName.tsx';

describe('wordmarkLines', () => {
  it.each([
    ['The Forum', ['The Forum']],
    ['Forum', ['Forum']],
    ['The Young Journal', ['The Young', 'Journal']],
    ['The International Youth Review of Everything', ['The International', 'Youth Review', 'of Everything']],
    ['Jugendpressefreiheitsbund', ['Jugendpressefreiheitsbund']],
  ])('breaks %j into %j', (name, lines) => {
    expect(wordmarkLines(name)).toEqual(lines);
  });

  it('measures the longest line in letters', () => {
    expect(lengthOf(['ab', '𠮷𠮷𠮷'])).toBe(3);
  });
});

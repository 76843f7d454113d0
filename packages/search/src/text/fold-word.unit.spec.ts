import { expect, it } from 'vitest';
import { foldWord, isFolded } from './fold-word.ts';

it.each([
  ['Climate', 'climate'],
  ["don't", 'dont'],
  ['don’t', 'dont'],
  ['CRÈME', 'creme'],
  ['e\u0301te\u0301', 'ete'],
  ['Straße', 'strasse'],
  ['ẞ', 'ss'],
  ['Łódź', 'lodz'],
  ['Færøysk', 'faeroysk'],
  ['œuvre', 'oeuvre'],
  ['Đặng', 'dang'],
  ['Þór', 'thor'],
  ['İSTANBUL', 'istanbul'],
  ['ışık', 'isik'],
  ['ﬁn', 'fin'],
  ['Ｆｕｌｌ', 'full'],
  ['²', '2'],
  ['ΣΟΦΌΣ', 'σοφοσ'],
  ['Ёлка', 'елка'],
  ['مُدَرِّسٌ', 'مدرس'],
  ['أحمد', 'احمد'],
  ['שָׁלוֹם', 'שלום'],
  ['स्कूल', 'स्कूल'],
  ['가', '가'],
  ['が', 'が'],
  ['か\u3099', 'が'],
  ['…', ''],
  ['🎉', ''],
  ['', ''],
])('foldWord turns %s into %s', (word, expected) => {
  expect(foldWord(word)).toBe(expected);
});

it('foldWord is idempotent, and the same for every Unicode normalisation form', () => {
  for (const word of ['Crème', 'Łódź', 'Ångström', 'ΣΟΦΌΣ', 'Zoë', 'हिन्दी', 'ไทย', '한국어', 'שָׁלוֹם', 'İ']) {
    const folded = foldWord(word);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(foldWord(word.normalize(form))).toBe(folded);
    expect(foldWord(folded)).toBe(folded);
  }
});

it('foldWord truncates words to 60 letters, never inside a letter', () => {
  expect(foldWord('a'.repeat(100))).toBe('a'.repeat(60));
  expect(foldWord('𐐨'.repeat(100))).toBe('𐐨'.repeat(60));
});

it.each([
  ['lantern', true],
  ['2026', true],
  ['x'.repeat(60), true],
  ['x'.repeat(61), false],
  ['Lantern', false],
  ["don't", false],
  ['well-known', false],
  ['naïve', false],
  ['', false],
])('isFolded of %s is %s', (word, expected) => {
  expect(isFolded(word)).toBe(expected);
  if (expected) expect(foldWord(word)).toBe(word);
});

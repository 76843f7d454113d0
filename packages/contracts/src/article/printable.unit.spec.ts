import { expect, it } from 'vitest';
import { isPrintable } from './printable.ts';

it.each([
  '',
  'Two\nlines\tand a tab',
  'naïve Łódź Đặng 日本語 عربي',
  'a family 👩‍👩‍👧 and a soft\u00adhyphen',
  'a\u200bb',
])('%j can be stored and shown', (text) => {
  expect(isPrintable(text)).toBe(true);
});

it.each([
  'a\u0000b',
  'a\u0085b',
  'a\u009bb',
  'a lone \ud800 surrogate',
  'turned \u202e around',
  'kept \u2066 apart',
  '\u200b\u200d\u2060',
  '\u3164 \u2800',
])('%j can not', (text) => {
  expect(isPrintable(text)).toBe(false);
});

import { maxSearchLength } from '@journal/contracts';

/** What nobody means, and a search has to take all the same. */
export const strangeTexts: readonly string[] = [
  "'; drop table articles_spec.article; --",
  `" or 1=1 --`,
  '%',
  '_____',
  'light%',
  'a & !b | (c <-> d):*',
  "to_tsquery('x')",
  '"quoted phrase" -minus',
  '\\',
  '$1 $2 {x}',
  'id = 1 AND title EXISTS',
  '\0',
  'nul\0inside',
  '\u0001\u001b[31m\u007f',
  '\ufeff\u200b\u202e',
  '\u{1f469}\u200d\u{1f467}',
  'क्षत्रिय 学校 โรงเรียน',
  'a'.repeat(maxSearchLength),
  '\u{20000}'.repeat(maxSearchLength),
];

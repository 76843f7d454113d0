const ascii = /^[\0-\x7f]*$/;
const marksOfAlphabets = /(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{M}+/gu;
/** Points that say how a word of these scripts is spoken, and the line that stretches a word of Arabic. */
const pointsOfHebrewAndArabic =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/gu;
/** An apostrophe to who types it, a space with a mark to Unicode. */
const accentAlone = /´/g;
const apart = /[^\p{L}\p{N}\p{M}]+/gu;

/** Letters that have no decomposition, as they are written where they can't be typed. */
const written: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
};
const rewritten = new RegExp(`[${Object.keys(written).join('')}]`, 'gu');

/** Longer words are compared by their beginning. */
const longest = 60;
const folded = new RegExp(`^[a-z0-9]{1,${longest}}$`);

/** Returns whether a run is one word, and folding would leave it as it is: quickly, as most words of a text are. */
export const isFolded = (run: string): boolean => folded.test(run);

/**
 * Returns a word as the search compares it: small letters, no marks on the letters of alphabets, ligatures and letters
 * of other widths as the letters they are made of, nothing but letters, digits and marks. Empty where nothing is left.
 */
export function foldWord(word: string): string {
  if (ascii.test(word))
    return word
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '')
      .slice(0, longest);
  const letters = word
    .replace(accentAlone, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(marksOfAlphabets, '')
    .replace(pointsOfHebrewAndArabic, '')
    .replace(rewritten, (letter) => written[letter] ?? letter)
    .normalize('NFC')
    .replace(apart, '');
  return letters.length <= longest ? letters : [...letters].slice(0, longest).join('');
}

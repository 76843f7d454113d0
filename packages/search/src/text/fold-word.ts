const ascii = /^[\0-\x7f]*$/;
const marksOfAlphabets = /(?<=[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{M}+/gu;
/** Hebrew and Arabic points that indicate pronunciation, and the line that stretches an Arabic word. */
const pointsOfHebrewAndArabic =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/gu;
/** An acute accent on its own: users type it as an apostrophe, but Unicode treats it as a space with a mark. */
const accentAlone = /´/g;
const apart = /[^\p{L}\p{N}\p{M}]+/gu;

/** Letters without a decomposition, mapped to their usual spelling on keyboards that lack them. */
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

/** Maximum length of a folded word; longer words are compared by their beginning. */
const longest = 60;
const folded = new RegExp(`^[a-z0-9]{1,${longest}}$`);

/** Returns whether a run is one word that folding would not change: a fast check, true of most words in a text. */
export const isFolded = (run: string): boolean => folded.test(run);

/**
 * Returns a word in the form that searches compare: lower case, without marks on letters of alphabets, with ligatures
 * and letters of other widths decomposed, and only letters, digits and marks. Returns an empty string if nothing is
 * left.
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

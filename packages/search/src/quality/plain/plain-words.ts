/** What a letter is written as where it has no mark to take off. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
};
/** Marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters, and what nobody sees. */
const marks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u2060\ufeff]/g;
const spaceless =
  /([\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)/u;
/** What joins the parts of a word: apostrophes, hyphens, and what is written like one. */
const joined = /[\p{L}\p{N}\p{M}]+(?:['’‘‐‑.,/&_-][\p{L}\p{N}\p{M}]+)*/gu;
const joint = /['’‘‐‑.,/&_-]/;
const hyphen = /[‐‑.,/&_-]/;

/** Small letters without marks; two texts that fold to the same are the same to a search. */
export function plainFold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => spelled[letter] ?? letter)
    .normalize('NFC');
}

const pairsOf = (letters: string[]) => letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

/** By turns what is written with spaces and what is not. */
const stretchesOf = (text: string) =>
  plainFold(text.replaceAll('´', '’')).replaceAll('ʼ', '’').split(spaceless);

/**
 * The words of an article's text. What apostrophes or hyphens join is one word, and each part is one as well; of a script without spaces, each character and each pair.
 */
export function wordsOfText(text: string): string[] {
  return stretchesOf(text).flatMap((stretch, index) => {
    if (index % 2 === 1) return [...stretch, ...pairsOf([...stretch])];
    return (stretch.match(joined) ?? []).flatMap((word) => {
      const parts = word.split(joint);
      return parts.length === 1 ? parts : [parts.join(''), ...parts];
    });
  });
}

/**
 * The different words of a query, at most 10, in each way it can be read: what a hyphen joins as its parts, or as one
 * word. Of a script without spaces the pairs, or a character that is alone.
 */
export function readingsOfQuery(text: string): string[][] {
  const stretches = stretchesOf(text);
  const read = (parts: (word: string) => string[]) => {
    const words = stretches.flatMap((stretch, index) => {
      const letters = [...stretch];
      if (index % 2 === 1) return letters.length > 1 ? pairsOf(letters) : letters;
      return (stretch.match(joined) ?? []).flatMap(parts).map((word) => word.split(joint).join(''));
    });
    return [...new Set(words)].slice(0, 10);
  };
  const [apart, whole] = [read((word) => word.split(hyphen)), read((word) => [word])];
  return apart.join(' ') === whole.join(' ') ? [apart] : [apart, whole];
}

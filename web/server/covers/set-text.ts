import coverLetters from '../../fonts/cover-letters.json' with { type: 'json' };

type CoverFont = {
  readonly family: string;
  /** How wide each of its letters is set, in em. */
  readonly widths: ReadonlyMap<string, number>;
};

const fonts = coverLetters.fonts.map(({ family, letters, widths }): CoverFont => {
  const inEm = Array.from(letters, (letter, index): [string, number] => [
    letter,
    (widths[index] ?? 0) / coverLetters.unitsPerEm,
  ]);
  return { family, widths: new Map(inEm) };
});

/** The files of the fonts for covers. */
export const coverFontFiles = coverLetters.fonts.map(({ file }) => file);

/** Nothing is set for them: joiners, marks of direction, and what chooses a form. */
const unseen = /[\p{Cf}\p{Variation_Selector}\s]/gu;

const fontFor = (text: string): CoverFont | undefined =>
  fonts.find(({ widths }) => Array.from(text.replaceAll(unseen, '')).every((letter) => widths.has(letter)));

type Frame = {
  readonly width: number;
  readonly height: number;
  /** In pixels, the largest first. */
  readonly sizes: readonly number[];
  /** In em. */
  readonly lineHeight: number;
};
export type SetText = { readonly family: string; readonly size: number; readonly lines: readonly string[] };

/**
 * Sets a text in a frame: at the largest of the sizes at which it fits, else at the smallest, ending with an ellipsis. Only
 * at that size are words broken that are wider than the frame. Returns undefined where no font has all its letters. Pure.
 */
export function setText(text: string, { width, height, sizes, lineHeight }: Frame): SetText | undefined {
  const font = fontFor(text);
  const words = text.split(/\s+/).filter((word) => word !== '');
  const smallest = sizes.at(-1);
  if (!font || words.length === 0 || smallest === undefined) return undefined;
  const { family } = font;
  const linesAt = (size: number) => Math.max(1, Math.floor(height / (size * lineHeight)));
  const measure = (part: string) => widthOf(part, font);
  const widest = Math.max(...words.map(measure));
  for (const size of sizes) {
    const lines = linesOf(words, width / size, measure);
    const isBroken = widest * size > width && size !== smallest;
    if (lines.length <= linesAt(size) && !isBroken) return { family, size, lines };
  }
  const size = smallest;
  const lines = linesOf(words, width / size, measure);
  return { family, size, lines: shortened(lines, linesAt(size), (line) => measure(line) <= width / size) };
}

/** The width of a text in em, without what joining or kerning changes in it. */
const widthOf = (text: string, { widths }: CoverFont): number =>
  Array.from(text).reduce((sum, letter) => sum + (widths.get(letter) ?? 0), 0);

type Measure = (text: string) => number;

/** Lines of at most `width` em. */
function linesOf(words: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of words.flatMap((whole) => partsOf(whole, width, measure))) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** A word in parts that are no wider than a line. */
function partsOf(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word];
  const parts = [''];
  for (const letter of lettersOf(word)) {
    const longer = `${parts.at(-1)}${letter}`;
    if (measure(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

/** The first lines, the last of them ending with an ellipsis after a whole word, or within one where there is no other. */
function shortened(lines: readonly string[], most: number, fits: (line: string) => boolean): string[] {
  const kept = lines.slice(0, most);
  const last = kept.pop() ?? '';
  const words = last.split(' ');
  const letters = lettersOf(words[0] ?? '');
  const ends = [
    ...words.map((_, index) => words.slice(0, words.length - index).join(' ')),
    ...letters.map((_, index) => letters.slice(0, letters.length - index).join('')),
  ];
  const end = ends.map((text) => `${text.replace(/[\s,.;:–—-]+$/u, '')}…`).find(fits);
  return [...kept, end ?? '…'];
}

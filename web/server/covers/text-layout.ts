import coverLetters from '../../fonts/cover-letters.json' with { type: 'json' };

type CoverFont = {
  readonly family: string;
  /** Advance width of each letter, in em. */
  readonly widths: ReadonlyMap<string, number>;
};

const fonts = coverLetters.fonts.map(({ family, letters, widths }): CoverFont => {
  const widthsInEm = Array.from(letters, (letter, index): [string, number] => [
    letter,
    (widths[index] ?? 0) / coverLetters.unitsPerEm,
  ]);
  return { family, widths: new Map(widthsInEm) };
});

/** Font files of the covers. */
export const coverFontFiles = coverLetters.fonts.map(({ file }) => file);

/** Characters without a glyph: joiners, directional marks and variation selectors. */
const invisible = /[\p{Cf}\p{Variation_Selector}\s]/gu;

const fontFor = (text: string): CoverFont | undefined =>
  fonts.find(({ widths }) =>
    Array.from(text.replaceAll(invisible, '')).every((letter) => widths.has(letter)),
  );

type Frame = {
  readonly width: number;
  readonly height: number;
  /** Font sizes to try, in pixels, in descending order. */
  readonly sizes: readonly number[];
  /** Line height, in em. */
  readonly lineHeight: number;
};
export type TextLayout = {
  readonly family: string;
  readonly size: number;
  readonly lines: readonly string[];
};

/**
 * Sets a text in a frame at the largest size at which it fits. If none fits, uses the smallest size and truncates with
 * an ellipsis; only at that size are words wider than the frame broken. Returns undefined if no font has all its
 * letters. Pure.
 */
export function layOutText(
  text: string,
  { width, height, sizes, lineHeight }: Frame,
): TextLayout | undefined {
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

/** The width of a text in em, ignoring ligatures and kerning. */
const widthOf = (text: string, { widths }: CoverFont): number =>
  Array.from(text).reduce((sum, letter) => sum + (widths.get(letter) ?? 0), 0);

type Measure = (text: string) => number;

/** Breaks words into lines of at most `width` em. */
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

/** Splits a word into parts no wider than a line. */
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

/** Keeps the first `most` lines. The last one ends with an ellipsis, after a whole word if one fits. */
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

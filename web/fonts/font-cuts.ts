import frauncesRanges from '@fontsource-variable/fraunces/unicode.json' with { type: 'json' };
import newsreaderRanges from '@fontsource-variable/newsreader/unicode.json' with { type: 'json' };

/** The characters of one file, and the file of Fontsource they are cut from. */
export type Slice = {
  readonly name: string;
  readonly script: 'latin' | 'latin-ext' | 'vietnamese';
  /** As a CSS unicode-range; without it, everything in the script's own range. Earlier slices keep what they have. */
  readonly range?: string;
};

/**
 * Every page needs the basic slice. The others are fetched for the first letter of theirs, and so are small: a name
 * with an accent costs 2 to 5 KB.
 */
export const basic: Slice = {
  name: 'basic',
  script: 'latin',
  range:
    'U+0-22, U+26-29, U+2C-3B, U+3F, U+41-5A, U+61-7A, U+7F-A0, U+AD, U+A9, U+B7, U+2000-2015, U+2018-2019, U+201C-201D, U+2026-202F, U+205F-206F, U+FEFF',
};

const western: Slice = {
  name: 'western',
  script: 'latin',
  range: 'U+C0-D6, U+D8-F6, U+F8-FF, U+131, U+152-153',
};
const symbols: Slice = { name: 'symbols', script: 'latin' };
// The languages of central, eastern and northern Europe and Turkish.
const european: Slice = {
  name: 'european',
  script: 'latin-ext',
  range:
    'U+100-107, U+10C-113, U+116-11B, U+11E-11F, U+122-123, U+12A-12B, U+12E-130, U+136-137, U+139-13E, U+141-148, U+150-151, U+154-15B, U+15E-165, U+16A-16B, U+16E-173, U+179-17E, U+218-21B',
};
// What is left of Latin Extended-A: Esperanto, Kikuyu, Maltese, Sami, Welsh.
const rarer: Slice = { name: 'rarer', script: 'latin-ext', range: 'U+100-17F' };
const vietnamese: Slice = { name: 'vietnamese', script: 'vietnamese' };
const extended: Slice = { name: 'extended', script: 'latin-ext' };
const further = [western, symbols, european, rarer, vietnamese, extended];

/** One cut of a type family: which axes are pinned or narrowed, and where it may be used. */
export type Cut = {
  readonly family: string;
  readonly source: string;
  /** Which characters each script's file holds, as a CSS unicode-range. */
  readonly ranges: Readonly<Record<Slice['script'], string>>;
  readonly axes: Record<string, number | { min: number; max: number; default?: number }>;
  /** The weight that the fallback's width is matched to. */
  readonly typical: number;
  /**
   * The weights that it stands for, in one range or several. Those with a fixed weight have their further slices in that
   * weight alone: half the size of variable ones, where a page has such letters in one weight only. The basic slice has a
   * rule for each range, too, because browsers combine only faces whose weights are the same.
   */
  readonly weights: readonly { readonly range: string; readonly fixed?: number }[];
  /** The weight whose kerning all weights have. Kerning that varies takes 3 KB of the text face, and is not seen in it. */
  readonly kernedAt?: number;
  /** What the basic slice has besides, since this family often needs it. */
  readonly besides?: string;
  /** Beside the basic one. */
  readonly further: readonly Slice[];
  /** Narrows the basic slice to the letters of a wording. */
  readonly text?: string;
};

/**
 * The journal's types. Fraunces in its soft, wonky cut carries the headlines; a sharp one is for The Clash alone.
 * Newsreader, drawn for 16 pixels, is what one reads. Narrowing the axes takes each file to a third of its size.
 */
export const cuts: readonly Cut[] = [
  {
    family: 'Journal Display',
    source: '@fontsource-variable/fraunces/files/fraunces-{script}-full-normal.woff2',
    ranges: frauncesRanges,
    axes: { opsz: 100, SOFT: 100, WONK: 1, wght: { min: 300, max: 900 } },
    typical: 680,
    weights: [
      { range: '300 549', fixed: 450 },
      { range: '550 779', fixed: 680 },
      { range: '780 900', fixed: 870 },
    ],
    further,
  },
  {
    family: 'Journal Sharp',
    source: '@fontsource-variable/fraunces/files/fraunces-{script}-full-normal.woff2',
    ranges: frauncesRanges,
    axes: { opsz: 144, SOFT: 0, WONK: 1, wght: 900 },
    typical: 900,
    weights: [{ range: '900' }],
    further: [],
    text: 'The Clash',
  },
  {
    family: 'Journal Text',
    source: '@fontsource-variable/newsreader/files/newsreader-{script}-opsz-normal.woff2',
    ranges: newsreaderRanges,
    axes: { opsz: 16, wght: { min: 400, max: 600 } },
    typical: 420,
    weights: [{ range: '400 700' }],
    // Names, schools and running text are set in it, in two weights: fewer files.
    further,
    kernedAt: 450,
    besides: 'U+25, U+40, U+A3',
  },
];

/** What shapes letters of one slice. Letters of two are never shaped together, so that only the basic one has kerning. */
export const sliceFeatures = ['ccmp', 'locl', 'mark', 'mkmk'];
export const basicFeatures = [...sliceFeatures, 'kern', 'liga', 'calt', 'lnum', 'tnum'];

import frauncesRanges from '@fontsource-variable/fraunces/unicode.json' with { type: 'json' };
import newsreaderRanges from '@fontsource-variable/newsreader/unicode.json' with { type: 'json' };
import arabicRanges from '@fontsource-variable/noto-naskh-arabic/unicode.json' with { type: 'json' };
import serifRanges from '@fontsource-variable/noto-serif/unicode.json' with { type: 'json' };

/** The files into which Fontsource splits a family. */
export type Script = 'latin' | 'latin-ext' | 'vietnamese';

/** A cut of a type family: its pinned or narrowed axes, and its letters. */
export type Cut = {
  readonly family: string;
  readonly source: string;
  /** Characters in each script's file, as a CSS unicode-range. */
  readonly ranges: Readonly<Record<Script, string>>;
  readonly axes: Readonly<Record<string, number | readonly [least: number, greatest: number]>>;
  /** Weights that styles may request, as a CSS font-weight. */
  readonly weights: string;
  /** Weight to which the fallback's width is matched. */
  readonly typical: number;
  /**
   * Weight whose kerning is used for all weights. Variable kerning adds 3 KB to the text face, without a visible
   * effect.
   */
  readonly kernedAt?: number;
  /** Characters that every page needs, as a CSS unicode-range. */
  readonly basic: string;
  /** Letters that a page loads on first use. A fixed weight halves the file. */
  readonly further?: { readonly range: string; readonly weight?: number };
};

const basic =
  'U+0-22, U+26-29, U+2C-3B, U+3F, U+41-5A, U+61-7A, U+7F-A0, U+A9, U+AD, U+B7, U+2000-2015, U+2018-2019, U+201C-201D, U+2026-202F, U+205F-206F, U+FEFF';

/**
 * The letters of the European languages in Latin script, of Vietnamese, Kikuyu and Yoruba, their quotation marks and a
 * few occasional signs. Combining marks are left out: the letters they combine with may be in the other file, and the
 * system renders both well.
 */
const further =
  'U+23-24, U+2B, U+5B, U+5D, U+A1, U+AB, U+BB, U+BF-D6, U+D8-F6, U+F8-107, U+10A-113, U+116-11B, U+11E-123, U+126-12B, U+12E-131, U+136-137, U+139-13E, U+141-148, U+14A-14B, U+150-15B, U+15E-165, U+168-16B, U+16E-17E, U+1A0-1A1, U+1AF-1B0, U+218-21B, U+1E62-1E63, U+1EA0-1EF9, U+201A, U+201E, U+20AC';

/**
 * The journal's typefaces. Headlines use Fraunces in its soft, wonky cut; a sharp cut is for The Clash only. Running
 * text uses Newsreader, drawn for 16 pixels. Narrowing the axes reduces each file to a third of its size. Letters in
 * neither file of a family are rendered by the system, so that no page loads more than these files.
 */
export const cuts: readonly Cut[] = [
  {
    family: 'Journal Display',
    source: '@fontsource-variable/fraunces/files/fraunces-{script}-full-normal.woff2',
    ranges: frauncesRanges,
    axes: { opsz: 100, SOFT: 100, WONK: 1, wght: [300, 900] },
    weights: '300 900',
    typical: 680,
    basic,
    // Between the weights of titles (600 to 750) and pull quotes (500).
    further: { range: `${further}, U+25, U+A3`, weight: 620 },
  },
  {
    family: 'Journal Sharp',
    source: '@fontsource-variable/fraunces/files/fraunces-{script}-full-normal.woff2',
    ranges: frauncesRanges,
    axes: { opsz: 144, SOFT: 0, WONK: 1, wght: 900 },
    weights: '900',
    typical: 900,
    // "The Clash"
    basic: 'U+20, U+43, U+54, U+61, U+65, U+68, U+6C, U+73',
  },
  {
    family: 'Journal Text',
    source: '@fontsource-variable/newsreader/files/newsreader-{script}-opsz-normal.woff2',
    ranges: newsreaderRanges,
    axes: { opsz: 16, wght: [400, 600] },
    weights: '400 700',
    typical: 420,
    kernedAt: 450,
    basic: `${basic}, U+25, U+40, U+A3`,
    // In all weights: names are set in 600 beside schools in 420, where the difference is visible.
    further: { range: further },
  },
];

/**
 * Grid to which outlines are rounded, in units per em. The foundries use 2,000, which adds 2 KB per file. A unit is a
 * thirtieth of a pixel in running text, a sixth in a title of 76 pixels, and invisible at 200 pixels.
 */
export const unitsPerEm = 500;

/** Features that shape the basic letters. Letters from two files are shaped separately, and so have no kerning. */
export const basicFeatures = ['ccmp', 'locl', 'mark', 'mkmk', 'kern', 'liga', 'calt', 'lnum', 'tnum'];

/** A font for pictures that the server draws. */
export type CoverCut = {
  readonly file: string;
  /** As named in the font itself. */
  readonly family: string;
  readonly source: string;
  /** Characters of each of its scripts, as a CSS unicode-range. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly axes: Cut['axes'];
  readonly features: readonly string[];
};

const titleWeight = 700;

/**
 * Fonts of the covers that are sent as pictures: the journal's own, and its substitutes for other scripts. A text is
 * set in the first font that has all its letters, so each font includes the English ones. A single weight, because the
 * renderer ignores variable axes.
 */
export const coverCuts: readonly CoverCut[] = [
  {
    file: 'cover-latin.ttf',
    family: 'Fraunces',
    source: '@fontsource-variable/fraunces/files/fraunces-{script}-full-normal.woff2',
    scripts: pick(frauncesRanges, ['latin', 'latin-ext', 'vietnamese']),
    axes: { opsz: 100, SOFT: 100, WONK: 1, wght: titleWeight },
    features: basicFeatures,
  },
  {
    file: 'cover-further.ttf',
    family: 'Noto Serif',
    source: '@fontsource-variable/noto-serif/files/noto-serif-{script}-wght-normal.woff2',
    scripts: pick(serifRanges, ['cyrillic', 'cyrillic-ext', 'greek', 'latin']),
    axes: { wght: titleWeight },
    features: basicFeatures,
  },
  {
    file: 'cover-arabic.ttf',
    family: 'Noto Naskh Arabic',
    source: '@fontsource-variable/noto-naskh-arabic/files/noto-naskh-arabic-{script}-wght-normal.woff2',
    scripts: pick(arabicRanges, ['arabic', 'latin']),
    axes: { wght: titleWeight },
    features: [...basicFeatures, 'init', 'medi', 'fina', 'isol', 'rlig'],
  },
];

function pick<Key extends string>(ranges: Readonly<Record<Key, string>>, scripts: readonly Key[]) {
  return Object.fromEntries(scripts.map((script) => [script, ranges[script]]));
}

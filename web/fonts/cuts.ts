import frauncesRanges from '@fontsource-variable/fraunces/unicode.json' with { type: 'json' };
import newsreaderRanges from '@fontsource-variable/newsreader/unicode.json' with { type: 'json' };

export type Script = 'latin' | 'latin-ext' | 'vietnamese';

/** One cut of a type family: which axes are pinned or narrowed, and where it may be used. */
export type Cut = {
  readonly family: string;
  readonly source: string;
  /** Which characters each script's file holds, as a CSS unicode-range. */
  readonly ranges: Readonly<Record<Script, string>>;
  readonly axes: Record<string, number | { min: number; max: number; default?: number }>;
  readonly weight: string;
  /** The weight that the fallback's width is matched to. */
  readonly typical: number;
  /** The scripts that get a file each; `text` narrows the file to the letters of one wording. */
  readonly scripts: readonly Script[];
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
    weight: '300 900',
    typical: 680,
    scripts: ['latin', 'latin-ext', 'vietnamese'],
  },
  {
    family: 'Journal Sharp',
    source: '@fontsource-variable/fraunces/files/fraunces-{script}-full-normal.woff2',
    ranges: frauncesRanges,
    axes: { opsz: 144, SOFT: 0, WONK: 1, wght: 900 },
    weight: '900',
    typical: 900,
    scripts: ['latin'],
    text: 'The Clash',
  },
  {
    family: 'Journal Text',
    source: '@fontsource-variable/newsreader/files/newsreader-{script}-opsz-normal.woff2',
    ranges: newsreaderRanges,
    axes: { opsz: 16, wght: { min: 400, max: 700 } },
    weight: '400 700',
    typical: 420,
    scripts: ['latin', 'latin-ext', 'vietnamese'],
  },
];

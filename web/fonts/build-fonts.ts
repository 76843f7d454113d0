import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import georgia from '@capsizecss/metrics/georgia';
import notoSerif from '@capsizecss/metrics/notoSerif';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import { fromBuffer } from '@capsizecss/unpack';
import frauncesRanges from '@fontsource-variable/fraunces/unicode.json' with { type: 'json' };
import newsreaderRanges from '@fontsource-variable/newsreader/unicode.json' with { type: 'json' };
import subsetFont from 'subset-font';

type Script = 'latin' | 'latin-ext' | 'vietnamese';

/** One cut of a type family: which axes are pinned or narrowed, and where it may be used. */
type Cut = {
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
const cuts: readonly Cut[] = [
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

/** Serifs that devices have, under the names they go by, in the order of the font stack: the likeliest first. */
const systemSerifs = [
  { metrics: georgia, locals: ['Georgia'] },
  { metrics: timesNewRoman, locals: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'] },
  { metrics: notoSerif, locals: ['Noto Serif', 'NotoSerif'] },
];

const fallbackOf = (family: string, serif: string) => `${family} Fallback ${serif}`;

/**
 * The @font-face rules that make a system serif as wide and as tall as a web font, so that nothing moves when the
 * font arrives (the method of Capsize: width averaged over English text).
 */
async function fallbackFaces(family: string, font: Buffer): Promise<string> {
  const own = await fromBuffer(font);
  const faces = systemSerifs.map(({ metrics, locals }) => {
    const adjust = own.xWidthAvg / own.unitsPerEm / (metrics.xWidthAvg / metrics.unitsPerEm);
    const share = (units: number) => percent(units / own.unitsPerEm / adjust);
    return face({
      'font-family': `'${fallbackOf(family, metrics.familyName)}'`,
      'font-weight': '300 900',
      src: locals.map((name) => `local('${name}')`).join(', '),
      'size-adjust': percent(adjust),
      'ascent-override': share(own.ascent),
      'descent-override': share(-own.descent),
      'line-gap-override': share(own.lineGap),
    });
  });
  return faces.join('\n');
}

function face(descriptors: Record<string, string>): string {
  const lines = Object.entries(descriptors).map(([name, value]) => `  ${name}: ${value};\n`);
  return `@font-face {\n${lines.join('')}}\n`;
}

const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

/**
 * Makes the journal's font files and `fonts.css` from the packages they come from. Run it by hand after a change of
 * a cut or a font's version: `node web/fonts/build-fonts.ts`. The same input gives the same files.
 */
const require = createRequire(import.meta.url);
const here = (name: string) => new URL(name, import.meta.url);

let css = '/* Made by build-fonts.ts; change that instead. */\n';
for (const cut of cuts) css += await build(cut);
await writeFile(here('fonts.css'), css);

async function build({ family, source, ranges, axes, weight, typical, scripts, text }: Cut): Promise<string> {
  const slug = family.toLowerCase().replaceAll(' ', '-');
  let rules = '';
  for (const script of scripts) {
    const range = ranges[script];
    const whole = await readFile(require.resolve(source.replace('{script}', script)));
    const letters = text ?? charactersIn(range);
    const file = `${slug}-${script}.woff2`;
    await writeFile(
      here(file),
      await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes: axes }),
    );
    rules += face({
      'font-family': `'${family}'`,
      'font-weight': weight,
      'font-display': 'swap',
      // Inlined, the policy would refuse it.
      src: `url('./${file}?no-inline') format('woff2')`,
      'unicode-range': text ? rangeOf(text) : range.replaceAll(',', ', '),
    });
    if (script !== 'latin') continue;
    const variationAxes = { ...axes, wght: typical };
    rules += await fallbackFaces(
      family,
      await subsetFont(whole, letters, { targetFormat: 'sfnt', variationAxes }),
    );
  }
  const serifs = systemSerifs.map(({ metrics }) => fallbackOf(family, metrics.familyName));
  const stack = [family, ...serifs].map((name) => `'${name}'`).join(', ');
  return `${rules}:root {\n  --${slug}: ${stack}, serif;\n}\n`;
}

function charactersIn(range: string): string {
  return range
    .split(',')
    .flatMap((part) => {
      const [first = '', last = first] = part.replace('U+', '').split('-');
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    })
    .map((point) => String.fromCodePoint(point))
    .join('');
}

function rangeOf(text: string): string {
  const points = [...new Set(text)].map((letter) => letter.codePointAt(0) ?? 32).sort((a, b) => a - b);
  return points.map((point) => `U+${point.toString(16).toUpperCase()}`).join(', ');
}

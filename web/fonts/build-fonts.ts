import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import georgia from '@capsizecss/metrics/georgia';
import notoSerif from '@capsizecss/metrics/notoSerif';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import { fromBuffer } from '@capsizecss/unpack';
import subsetFont from 'subset-font';
import { basic, basicFeatures, type Cut, cuts, type Slice, sliceFeatures } from './font-cuts.ts';
import { withTablesOf } from './font-tables.ts';

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

async function build(cut: Cut): Promise<string> {
  const { family, axes, ranges, typical, weights, further, text } = cut;
  const slug = family.toLowerCase().replaceAll(' ', '-');
  const claimed = new Set<string>();
  let rules = '';
  for (const slice of [basic, ...further]) {
    const letters = text ?? unclaimedIn(cut, slice, claimed);
    for (const { range, fixed } of weights) {
      const weight = slice === basic ? undefined : fixed;
      const file = `${slug}-${slice.name}${weight ? `-${weight}` : ''}.woff2`;
      await writeFile(here(file), await fontOf(cut, slice, letters, weight));
      rules += face({
        'font-family': `'${family}'`,
        'font-weight': range,
        'font-display': 'swap',
        // Inlined, the policy would refuse it.
        src: `url('./${file}?no-inline') format('woff2')`,
        'unicode-range': rangeOf(letters),
      });
    }
  }
  const typicalAxes = { ...axes, wght: typical };
  rules += await fallbackFaces(
    family,
    await subset(cut, basic, text ?? charactersIn(ranges.latin), 'sfnt', typicalAxes),
  );
  const serifs = systemSerifs.map(({ metrics }) => fallbackOf(family, metrics.familyName));
  const stack = [family, ...serifs].map((name) => `'${name}'`).join(', ');
  return `${rules}:root {\n  --${slug}: ${stack}, serif;\n}\n`;
}

/** Resolves with one file of a family, as browsers get it; without a weight, with all weights of the cut. */
async function fontOf(cut: Cut, slice: Slice, letters: string, weight?: number): Promise<Buffer> {
  const { axes, kernedAt } = cut;
  if (weight) return subset(cut, slice, letters, 'woff2', { ...axes, wght: weight });
  if (!kernedAt || slice !== basic) return subset(cut, slice, letters, 'woff2', axes);
  const variable = await subset(cut, slice, letters, 'sfnt', axes);
  const fixed = await subset(cut, slice, letters, 'sfnt', { ...axes, wght: kernedAt });
  return subsetFont(withTablesOf(variable, fixed, ['GPOS', 'GDEF']), undefined, {
    targetFormat: 'woff2',
    keepAllGlyphs: true,
  });
}

async function subset(
  { source }: Cut,
  slice: Slice,
  letters: string,
  targetFormat: 'woff2' | 'sfnt',
  variationAxes: Cut['axes'],
): Promise<Buffer> {
  const whole = await readFile(require.resolve(source.replace('{script}', slice.script)));
  return subsetFont(whole, letters, {
    targetFormat,
    variationAxes,
    keepFeatures: slice === basic ? basicFeatures : sliceFeatures,
    noHinting: true,
  });
}

/** Returns the characters of the slice that no slice before it has, and claims them. */
function unclaimedIn({ ranges, besides = '' }: Cut, slice: Slice, claimed: Set<string>): string {
  const available = new Set(charactersIn(ranges[slice.script]));
  const wanted = slice.range ? [...charactersIn(slice.range)] : [...available];
  if (slice === basic && besides) wanted.push(...charactersIn(besides));
  const letters = wanted.filter((letter) => available.has(letter) && !claimed.has(letter));
  for (const letter of letters) claimed.add(letter);
  return letters.join('');
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
  const runs: [first: number, last: number][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.[1] === point - 1) run[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase();
  return runs
    .map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(', ');
}

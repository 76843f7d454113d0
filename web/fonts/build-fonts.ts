import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import georgia from '@capsizecss/metrics/georgia';
import notoSerif from '@capsizecss/metrics/notoSerif';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import { fromBuffer } from '@capsizecss/unpack';
import {
  basicFeatures,
  type CoverCut,
  type Cut,
  coverCuts,
  cuts,
  type Script,
  unitsPerEm,
} from './font-cuts.ts';

/** Serif fonts installed on devices, with their names, in font stack order: the most likely first. */
const systemSerifs = [
  { metrics: georgia, locals: ['Georgia'] },
  { metrics: timesNewRoman, locals: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'] },
  { metrics: notoSerif, locals: ['Noto Serif', 'NotoSerif'] },
];

const fallbackOf = (family: string, serif: string) => `${family} Fallback ${serif}`;

/**
 * Returns the @font-face rules that adjust system serifs to the width and height of a web font, so that nothing shifts
 * when the font arrives (the Capsize method: width averaged over English text).
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
 * Builds the journal's font files and `fonts.css` from their packages. Run it manually after changing a cut or a font's
 * version; it requires fontTools (`pip install -r web/fonts/requirements.txt`): `node web/fonts/build-fonts.ts`. The
 * same input gives the same files.
 */
const require = createRequire(import.meta.url);
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

let css = '/* Made by build-fonts.ts; change that instead. */\n';
for (const cut of cuts) css += await build(cut);
writeFileSync(pathOf('fonts.css'), css);
const coverFonts = { unitsPerEm, fonts: coverCuts.map(buildForCovers) };
writeFileSync(pathOf('cover-letters.json'), JSON.stringify(coverFonts));

async function build(cut: Cut): Promise<string> {
  const { family, axes, basic, further, typical, kernedAt } = cut;
  const slug = family.toLowerCase().replaceAll(' ', '-');
  const letters = lettersOf(cut, ['latin'], basic);
  const files = [
    { name: `${slug}-basic.woff2`, letters, font: fontOf(cut, letters, basicFeatures, { axes, kernedAt }) },
  ];
  if (further) {
    const rest = lettersOf(cut, ['vietnamese', 'latin', 'latin-ext'], further.range, basic);
    const weights = further.weight ? { ...axes, wght: further.weight } : axes;
    const font = fontOf(cut, rest, [], { axes: weights });
    files.push({ name: `${slug}-further.woff2`, letters: rest, font });
  }
  const rules = files.map(({ name, letters, font }) => {
    writeFileSync(pathOf(name), font);
    return face({
      'font-family': `'${family}'`,
      // One range for both files: browsers combine only faces with the same weights.
      'font-weight': cut.weights,
      'font-display': 'swap',
      // The content security policy would block an inlined font.
      src: `url('./${name}?no-inline') format('woff2')`,
      'unicode-range': rangeOf(letters),
    });
  });
  const measured = lettersOf(cut, ['latin'], further ? cut.ranges.latin : basic);
  const typicalFont = fontOf(cut, measured, [], { axes: { ...axes, wght: typical } });
  rules.push(await fallbackFaces(family, typicalFont));
  const serifs = systemSerifs.map(({ metrics }) => fallbackOf(family, metrics.familyName));
  const stack = [family, ...serifs].map((name) => `'${name}'`).join(', ');
  return `${rules.join('')}:root {\n  --${slug}: ${stack}, serif;\n}\n`;
}

/** Returns, for each script, the wanted characters that it has, without the excluded ones; each character only once. */
function lettersOf({ ranges }: Cut, scripts: readonly Script[], wanted: string, excluded = '') {
  const claimed = new Set(charactersIn(excluded));
  return scripts.map((script) => {
    const available = new Set(charactersIn(ranges[script]));
    const letters = charactersIn(wanted).filter((letter) => available.has(letter) && !claimed.has(letter));
    for (const letter of letters) claimed.add(letter);
    return { script, letters };
  });
}
type Letters = ReturnType<typeof lettersOf>;

/** Returns a font as WOFF2. */
function fontOf({ source }: Cut, letters: Letters, features: readonly string[], job: object): Buffer {
  return cutFont({ sources: sourcesOf(source, letters), features, output: 'woff2', ...job });
}

function sourcesOf(source: string, letters: readonly { script: string; letters: readonly string[] }[]) {
  return letters.map((one) => [require.resolve(source.replace('{script}', one.script)), one.letters]);
}

function cutFont(job: object): Buffer {
  return execFileSync('python3', [pathOf('cut-font.py')], { input: JSON.stringify({ unitsPerEm, ...job }) });
}

/** Writes a font for covers, and returns its letters and their widths. */
function buildForCovers({ file, family, source, scripts, axes, features }: CoverCut) {
  const letters = lettersByScript(scripts);
  const job = { sources: sourcesOf(source, letters), axes, features };
  writeFileSync(pathOf(file), cutFont({ ...job, output: 'ttf' }));
  const widths: Record<string, number> = JSON.parse(String(cutFont({ ...job, output: 'widths' })));
  return { file, family, letters: Object.keys(widths).join(''), widths: Object.values(widths) };
}

/** Returns the letters of each script; each character only once. */
function lettersByScript(scripts: CoverCut['scripts']) {
  const claimed = new Set<string>();
  return Object.entries(scripts).map(([script, range]) => {
    const letters = charactersIn(range).filter((letter) => !claimed.has(letter));
    for (const letter of letters) claimed.add(letter);
    return { script, letters };
  });
}

function charactersIn(range: string): string[] {
  return range.split(',').flatMap((part) => {
    const [first = '', last = first] = part.replace('U+', '').split('-');
    const start = Number.parseInt(first, 16);
    const count = Number.parseInt(last, 16) - start + 1;
    return Array.from({ length: count || 0 }, (_, index) => String.fromCodePoint(start + index));
  });
}

function rangeOf(letters: Letters): string {
  const points = letters
    .flatMap((one) => one.letters)
    .map((letter) => letter.codePointAt(0) ?? 32)
    .sort((a, b) => a - b);
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

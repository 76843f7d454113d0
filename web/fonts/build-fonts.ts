import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { type Cut, cuts } from './cuts.ts';
import { face, fallbackFaces, fallbackFamilies } from './fallback-faces.ts';

/**
 * Makes the journal's font files and `fonts.css` from the packages they come from. Run it by hand after a change of
 * a cut or a font's version: `node web/fonts/build-fonts.ts`. The same input gives the same files.
 */
const require = createRequire(import.meta.url);
const here = (name: string) => new URL(name, import.meta.url);

let css = '/* Made by build-fonts.ts; change cuts.ts instead. */\n';
for (const cut of cuts) css += await build(cut);
await writeFile(here('fonts.css'), css);

async function build(cut: Cut): Promise<string> {
  let rules = '';
  for (const script of cut.scripts) {
    const range = cut.ranges[script];
    const source = await readFile(require.resolve(cut.source.replace('{script}', script)));
    const text = cut.text ?? charactersIn(range);
    const name = `${cut.family.toLowerCase().replaceAll(' ', '-')}-${script}.woff2`;
    await writeFile(
      here(name),
      await subsetFont(source, text, { targetFormat: 'woff2', variationAxes: cut.axes }),
    );
    rules += face({
      'font-family': `'${cut.family}'`,
      'font-weight': cut.weight,
      'font-display': 'swap',
      // Inlined, the policy would refuse it.
      src: `url('./${name}?no-inline') format('woff2')`,
      'unicode-range': cut.text ? rangeOf(cut.text) : range.replaceAll(',', ', '),
    });
    if (script === 'latin') {
      const typical = { ...cut.axes, wght: cut.typical };
      rules += await fallbackFaces(
        cut.family,
        await subsetFont(source, text, { targetFormat: 'sfnt', variationAxes: typical }),
      );
    }
  }
  const stack = [cut.family, ...fallbackFamilies(cut.family)].map((family) => `'${family}'`).join(', ');
  return `${rules}:root {\n  --${cut.family.toLowerCase().replace(' ', '-')}: ${stack}, serif;\n}\n`;
}

/** Every character of a CSS unicode-range. */
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

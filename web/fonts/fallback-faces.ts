import georgia from '@capsizecss/metrics/georgia';
import notoSerif from '@capsizecss/metrics/notoSerif';
import timesNewRoman from '@capsizecss/metrics/timesNewRoman';
import { fromBuffer } from '@capsizecss/unpack';

/** Serifs that devices have, the likeliest first, under the names they go by. */
const systemSerifs = [
  { metrics: georgia, locals: ['Georgia'] },
  { metrics: timesNewRoman, locals: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'] },
  { metrics: notoSerif, locals: ['Noto Serif', 'NotoSerif'] },
];

/**
 * The @font-face rules that make a system serif as wide and as tall as a web font, so that nothing moves when the
 * font arrives (the method of Capsize: width averaged over English text).
 */
export async function fallbackFaces(family: string, font: Buffer): Promise<string> {
  const own = await fromBuffer(font);
  return systemSerifs
    .map(({ metrics, locals }) => {
      const adjust = own.xWidthAvg / own.unitsPerEm / (metrics.xWidthAvg / metrics.unitsPerEm);
      const share = (units: number) => percent(units / own.unitsPerEm / adjust);
      return face({
        'font-family': `'${family} Fallback'`,
        'font-weight': '300 900',
        src: locals.map((name) => `local('${name}')`).join(', '),
        'size-adjust': percent(adjust),
        'ascent-override': share(own.ascent),
        'descent-override': share(-own.descent),
        'line-gap-override': share(own.lineGap),
      }).replace(`${family} Fallback`, `${family} Fallback ${metrics.familyName}`);
    })
    .join('\n');
}

export const fallbackFamilies = (family: string): string[] =>
  systemSerifs.map(({ metrics }) => `${family} Fallback ${metrics.familyName}`);

export function face(descriptors: Record<string, string>): string {
  const lines = Object.entries(descriptors).map(([name, value]) => `  ${name}: ${value};\n`);
  return `@font-face {\n${lines.join('')}}\n`;
}

const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const pairs = new Map(
  Array.from(
    css.matchAll(/--color-([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
    ([, name = '', day = '', night = '']) => [name, [day, night] as const],
  ),
);

describe('colours', () => {
  it.each(['ink', 'muted', 'clash', 'view', 'culture'])(
    '%s can be read on paper and on a sheet, by day and by night',
    (name) => {
      for (const ground of ['paper', 'sheet']) {
        for (const time of [0, 1] as const) {
          expect(
            contrast(colour(name, time), colour(ground, time)),
            `on ${ground}, ${time ? 'night' : 'day'}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );
});

function colour(name: string, time: 0 | 1): string {
  const pair = pairs.get(name);
  if (!pair) throw new Error(`No colour ${name}`);
  return pair[time];
}

/** Contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const pairs = new Map(
  Array.from(
    read('theme.css').matchAll(/--color-([a-z]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
    ([, name = '', day = '', night = '']) => [name, [day, night] as const],
  ),
);

describe('colours', () => {
  it.each(['ink', 'muted', 'clash', 'view', 'culture'])(
    '%s has a contrast of at least 4.5:1 on paper and sheet, by day and by night',
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

  it.each(['.toast', '.toast[data-variant="destructive"]'])(
    'a %s has a contrast of at least 3:1 to the pages and the footer, by background or border',
    (selector) => {
      for (const time of [0, 1] as const) {
        const ground = declared('overlays.css', selector, 'background', time);
        const border = declared('overlays.css', '.toast', 'border', time);
        const footer = declared('site.css', '.footer', 'background', time);
        for (const place of [colour('paper', time), colour('sheet', time), footer])
          expect(
            Math.max(contrast(ground, place), contrast(border, place)),
            `on ${place}`,
          ).toBeGreaterThanOrEqual(3);
      }
    },
  );
});

/** Returns the colour that a rule of a style sheet declares; the rule must begin at the start of a line. */
function declared(file: string, selector: string, property: string, time: 0 | 1): string {
  const [, rule = ''] = read(file).split(`\n${selector} {`);
  const [, value = ''] = new RegExp(`\\n  ${property}: ([^;]+);`).exec(rule.split('}')[0] ?? '') ?? [];
  const [, name] = /var\(--color-([a-z]+)\)/.exec(value) ?? [];
  if (name) return colour(name, time);
  const [, ...pair] = /light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/.exec(value) ?? [];
  // Without a declaration the text is invisible.
  return pair[time] ?? declared(file, selector, 'background', time);
}

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

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = new URL('.', import.meta.url);
const css = readFileSync(new URL('fonts.css', here), 'utf8');

type Face = { family: string; weights: string; file: string; letters: number[] };
/** The faces that have a file, without the fallbacks of the system. */
const faces = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, text = '']): Face[] => {
  const descriptor = (name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(text)?.[1] ?? '';
  const file = /url\("\.\/([\w-]+\.woff2)/.exec(text)?.[1];
  if (!file) return [];
  const letters = lettersIn(descriptor('unicode-range'));
  return [{ family: descriptor('font-family'), weights: descriptor('font-weight'), file, letters }];
});

function lettersIn(range: string): number[] {
  return [...range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
  });
}

it('uses the files that are there, and no other', () => {
  const files = readdirSync(here).filter((name) => name.endsWith('.woff2'));
  expect([...new Set(faces.map(({ file }) => file))].sort()).toEqual(files.sort());
});

it.each(['"Journal Display"', '"Journal Text"'])('%s has each letter once in every weight', (family) => {
  const byWeights = Map.groupBy(
    faces.filter((face) => face.family === family),
    ({ weights }) => weights,
  );
  const covered = [...byWeights.values()].map((group) => group.flatMap(({ letters }) => letters).sort());
  for (const letters of covered) {
    expect(letters.length).toBe(new Set(letters).size);
    expect(letters).toEqual(covered[0]);
    for (const letter of 'Az09“’…éßőŁșđũŵễ€') expect(letters, letter).toContain(letter.codePointAt(0));
  }
});

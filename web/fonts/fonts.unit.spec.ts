import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = new URL('.', import.meta.url);
const css = readFileSync(new URL('fonts.css', here), 'utf8');

type Face = { family: string; weights: string; file: string; letters: number[] };
/** Faces with a font file, without the system fallbacks. */
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

it('the style sheet references every font file of the folder, and no others', () => {
  const files = readdirSync(here).filter((name) => name.endsWith('.woff2'));
  expect([...new Set(faces.map(({ file }) => file))].sort()).toEqual(files.sort());
});

it.each(['"Journal Display"', '"Journal Text"'])(
  '%s has two files, and each letter in only one of them',
  (family) => {
    const own = faces.filter((face) => face.family === family);
    expect(own.map(({ file }) => file)).toEqual([
      expect.stringMatching(/-basic\.woff2$/),
      expect.stringMatching(/-further\.woff2$/),
    ]);
    const letters = own.flatMap((face) => face.letters);
    expect(letters.length).toBe(new Set(letters).size);
    for (const letter of 'Az09“’…%£éßőŁșđũŵễọṣ«€') expect(letters, letter).toContain(letter.codePointAt(0));
  },
);

it('the files of a family have the same weights, so that browsers combine them', () => {
  for (const own of Map.groupBy(faces, ({ family }) => family).values())
    expect(new Set(own.map(({ weights }) => weights)).size).toBe(1);
});

import { brotliCompressSync } from 'node:zlib';
import { motifs, sections } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { drawCover, inkSets } from './draw-cover.ts';
import { sampleTitles } from './fixtures/sample-titles.ts';

/** A hundred pieces like those of a real journal. */
const titled = Object.entries(sampleTitles)
  .flatMap(([section, titles]) => titles.map((title) => ({ section: section as 'view', title })))
  .map((article, index) => ({ ...article, id: index + 1 }));
const untitled = sections.flatMap((section) =>
  Array.from({ length: 500 }, (_, index) => ({ id: index + 1, section })),
);
/** Every motif in every section, 24 times each. */
const chosen = sections.flatMap((section) =>
  motifs.flatMap((cover) => Array.from({ length: 24 }, (_, id) => ({ id: id + 1, section, cover }))),
);
const count = <Value>(values: readonly Value[], value: Value) =>
  values.filter((each) => each === value).length;

describe('drawCover', () => {
  it('returns the same cover for an article every time', () => {
    const first = titled.map(drawCover);
    for (const article of untitled) drawCover(article);
    expect(titled.map(drawCover)).toEqual(first);
  });

  it('caches a bounded number of drawings', () => {
    const first = untitled.slice(0, 5);
    const drawn = first.map(drawCover);
    const isRemembered = (cover: unknown, index: number) => cover === drawn[index];
    expect(first.map(drawCover).every(isRemembered)).toBe(true);
    for (const article of untitled) drawCover(article);
    expect(first.map(drawCover).some(isRemembered)).toBe(false);
  });

  it('draws what it drew when covers began to follow their titles', () => {
    expect(
      [...titled.filter(({ id }) => id % 33 === 0), ...untitled.slice(0, 1)].map(drawCover),
    ).toMatchSnapshot();
  });

  it('draws a hundred articles all differently, with at most six of a motif', () => {
    const covers = titled.map(drawCover);
    expect(covers).toHaveLength(100);
    expect(new Set(covers.map(({ shapes }) => shapes)).size).toBe(100);
    const shown = covers.map(({ motif }) => motif);
    expect(new Set(shown).size).toBeGreaterThan(50);
    expect(Math.max(...shown.map((motif) => count(shown, motif)))).toBeLessThanOrEqual(6);
  });

  it.each([
    ['The Case for Voting at Sixteen', 'ballot'],
    ["What my grandmother's kitchen taught me", 'house'],
    ['Cats, and who owns them', 'cat'],
    ['Stories we tell', 'book'],
    ['WINNING IS NOT A HABIT', 'cup'],
    ['A sea of plastic', 'sea'],
    ['Sixteen candles', 'candle'],
  ])('%s shows its subject: %s', (title, motif) => {
    for (let id = 1; id <= 20; id += 1) expect(drawCover({ id, section: 'view', title }).motif).toBe(motif);
  });

  it('keeps a section’s motifs to that section, and uses one of them if no word is known', () => {
    const motifsOf = (section: (typeof sections)[number], title: string) =>
      untitled.slice(0, 200).map(({ id }) => drawCover({ id, section, title }).motif);
    expect(motifsOf('clash', 'A sea of plastic')).not.toContain('sea');
    for (const title of ['Mi végre?', '本当に', '', 'Être ou ne pas être']) {
      const own = new Set(motifsOf('culture', title));
      expect(own.size).toBe(8);
      expect(own).toContain('terrazzo');
    }
  });

  it('keeps the cover after a title edit with the same motif, and a chosen motif after any edit', () => {
    const article = { id: 3, section: 'view', title: 'The night bus' } as const;
    expect(drawCover({ ...article, title: 'That last night bus!' }).shapes).toBe(drawCover(article).shapes);
    const other = { ...article, title: 'My piano' };
    expect(drawCover(other).motif).toBe('piano');
    expect(drawCover({ ...other, cover: 'bus' })).toEqual(drawCover({ ...article, cover: 'bus' }));
  });

  it('draws each motif in each section as well-formed shapes within the sheet, below 3 kB', () => {
    for (const article of [...chosen, ...untitled]) {
      const { shapes } = drawCover(article);
      const which = `${JSON.stringify(article)} ${shapes}`;
      expect(shapes.length, which).toBeGreaterThan(100);
      expect(Buffer.byteLength(shapes), which).toBeLessThan(3_000);
      expect(shapes, which).not.toMatch(/NaN|Infinity|undefined|null|e-\d/);
      expect(leftOpen(shapes), which).toEqual([]);
      expect(
        shapes.replace(/<(g|path|circle|svg)( [a-z-]+="[^"<>&]*"| viewBox="[-\d ]+")*\/?>|<\/(g|svg)>/g, ''),
        which,
      ).toBe('');
      const places = [...shapes.matchAll(/translate\((-?[\d.]+)[ -]/g)].map(([, x]) => Number(x));
      for (const x of places) expect(x >= -60 && x <= 180, which).toBe(true);
    }
  });

  it('weighs less than 170 bytes a cover on average, compressed in pages of ten', () => {
    const pages = Array.from({ length: 10 }, (_, page) => titled.filter(({ id }) => id % 10 === page));
    const weights = pages.map(
      (page) => brotliCompressSync(page.map((one) => drawCover(one).shapes).join('')).length,
    );
    expect(Math.max(...weights)).toBeLessThan(1_900);
    expect(weights.reduce((sum, weight) => sum + weight) / 100).toBeLessThan(170);
  });

  it('uses every ink set, and rarely draws two articles with the same title alike', () => {
    for (const section of sections) {
      const covers = Array.from({ length: 300 }, (_, id) =>
        drawCover({ id: id + 1, section, title: 'A bus' }),
      );
      expect(new Set(covers.map(({ inks }) => inks)).size).toBe(inkSets);
      expect(new Set(covers.map(({ inks, shapes }) => inks + shapes)).size).toBeGreaterThan(270);
    }
  });

  it('differs between sections and motifs for the same id', () => {
    expect(new Set(sections.map((section) => drawCover({ id: 7, section }).shapes)).size).toBe(3);
    const all = motifs.map((cover) => drawCover({ id: 7, section: 'clash', cover }).shapes);
    expect(new Set(all).size).toBe(motifs.length);
    expect(motifs.length).toBeGreaterThanOrEqual(60);
  });
});

function leftOpen(markup: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = '', empty] of markup.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (closing) {
      if (open.pop() !== name) return [`unexpected </${name}>`];
    } else if (!empty) open.push(name);
  }
  return open;
}

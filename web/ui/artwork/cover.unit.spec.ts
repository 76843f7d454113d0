import { sections } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { drawCover, inkSets } from './Cover.tsx';

const many = sections.flatMap((section) =>
  Array.from({ length: 2_000 }, (_, index) => ({ id: index + 1, section })),
);

describe('drawCover', () => {
  it('gives an article the same cover every time', () => {
    const first = many.slice(0, 300);
    const drawn = first.map(drawCover);
    for (const article of many) drawCover(article);
    expect(first.map(drawCover)).toEqual(drawn);
  });

  it('remembers a bounded number of drawings', () => {
    const first = many.slice(0, 5);
    const drawn = first.map(drawCover);
    const isRemembered = (cover: unknown, index: number) => cover === drawn[index];
    expect(first.map(drawCover).every(isRemembered)).toBe(true);
    for (const article of many) drawCover(article);
    expect(first.map(drawCover).some(isRemembered)).toBe(false);
  });

  it('draws what it drew when the first issue came out', () => {
    const first = sections.map((section) => drawCover({ id: 1, section }));
    expect(first).toMatchSnapshot();
  });

  it('stays below 1.4 KB', () => {
    const longest = Math.max(...many.map((article) => Buffer.byteLength(drawCover(article).shapes)));
    expect(longest).toBeLessThan(1_400);
    expect(longest).toBeGreaterThan(800);
  });

  it('is well-formed: every element closed, every number finite, nothing but shapes', () => {
    for (const article of many) {
      const { shapes } = drawCover(article);
      expect(shapes).not.toMatch(/NaN|Infinity|undefined|null|e-\d/);
      expect(leftOpen(shapes), shapes).toEqual([]);
      expect(shapes.replace(/<(g|path|circle)( [a-z-]+="[^"<>&]*")*\/?>|<\/g>/g, ''), shapes).toBe('');
    }
  });

  it('uses every set of inks, and hardly ever draws two articles alike', () => {
    for (const section of sections) {
      const covers = Array.from({ length: 500 }, (_, index) => drawCover({ id: index + 1, section }));
      expect(new Set(covers.map(({ inks }) => inks)).size).toBe(inkSets);
      expect(new Set(covers.map(({ inks, shapes }) => inks + shapes)).size).toBeGreaterThan(470);
    }
  });

  it('differs between sections for the same id', () => {
    expect(new Set(sections.map((section) => drawCover({ id: 7, section }).shapes)).size).toBe(3);
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

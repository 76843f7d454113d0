import { sections } from '@journal/contracts';
import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { inkSets } from '../../ui/artwork/draw-cover.ts';
import { coverPicture, linkPreviewLayout } from './cover-picture.ts';
import { font } from './cover-pictures.ts';
import { inksOf } from './inks.ts';
import { layOutText } from './text-layout.ts';

const covered = { id: 3, section: 'view' } as const;
const svgOf = (title: string) => coverPicture({ covered, title, label: '', journal: '' }, linkPreviewLayout);

/** Number of dark pixels in a picture's left half, which shows only the title. */
function inkOf(svg: string): number {
  const { pixels, width, height } = new Resvg(svg, { font }).render();
  let ink = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < linkPreviewLayout.text.x + linkPreviewLayout.text.width; x++)
      if ((pixels[(y * width + x) * 4] ?? 255) < 128) ink++;
  return ink;
}

it.each([
  ['English', 'Should phones be banned?'],
  ['German', 'Übermüdete Schüler, große Fragen'],
  ['Russian', 'Почему мы читаем «бумажные» книги'],
  ['Greek', 'Γιατί διαβάζουμε βιβλία'],
  ['Arabic', 'لماذا ما زلنا نقرأ 2 الكتب (PDF)'],
  ['Vietnamese', 'Tại sao chúng ta vẫn đọc sách'],
])('a cover shows the letters of a title in %s', (_language, title) => {
  expect(inkOf(svgOf(title))).toBeGreaterThan(title.length * 150);
});

it('a cover omits a title whose letters no font contains, instead of drawing boxes', () => {
  expect(inkOf(svgOf('雪の夜'))).toBe(0);
});

it('a cover escapes markup in its title', () => {
  expect(svgOf('<b>&"quoted"</b>')).toContain('&lt;b&gt;&amp;&quot;quoted&quot;&lt;/b&gt;');
});

it('every ink set of the style sheet resolves to hex colours', () => {
  for (const section of sections)
    for (let set = 0; set < inkSets; set++)
      expect(Object.values(inksOf(section, set)).join()).toMatch(/^(#[\da-f]{6},?){5}$/);
});

const frame = { width: 400, height: 120, sizes: [60, 30], lineHeight: 1 };

it('a title is set in the largest size that fits its frame', () => {
  expect(layOutText('Snow', frame)).toMatchObject({ size: 60, lines: ['Snow'] });
  expect(layOutText('Snow on the harbour all night long', frame)).toMatchObject({
    size: 30,
    lines: ['Snow on the harbour all night', 'long'],
  });
});

it('a title that is too long ends with an ellipsis after a whole word', () => {
  const { lines = [] } = layOutText('Snow on the harbour, '.repeat(20), frame) ?? {};
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/ (Snow|on|the|harbour)…$/);
});

it('a word that is wider than the frame is broken', () => {
  const { size, lines = [] } = layOutText('Elektrizitätenhauptbetriebswerk'.repeat(9), frame) ?? {};
  expect(size).toBe(30);
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/\p{L}…$/u);
});

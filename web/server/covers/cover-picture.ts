import { escapeHtml } from '@journal/contracts';
import { type Covered, drawCover } from '../../ui/artwork/draw-cover.ts';
import { sheet } from '../../ui/artwork/shapes.ts';
import { inksOf, themeColour } from './inks.ts';
import { layOutText } from './text-layout.ts';

/** Contents of a cover picture. The writer is left out, because other sites keep such pictures for a long time. */
export type CoverPicture = {
  readonly covered: Covered;
  readonly title: string;
  /** Small type above the title. */
  readonly label: string;
  /** Small type below the title. */
  readonly lead?: string;
  /** The journal's name. */
  readonly journal: string;
};

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Layout = {
  readonly width: number;
  readonly height: number;
  readonly drawing: Box;
  readonly text: Box;
  /** Font sizes to try for the title, in pixels. */
  readonly sizes: readonly number[];
  /** Font size of all other text, in pixels. */
  readonly small: number;
};

/** The size at which other sites show link previews. */
export const linkPreviewLayout: Layout = {
  width: 1200,
  height: 630,
  drawing: { x: 630, y: 0, width: 570, height: 630 },
  text: { x: 56, y: 56, width: 520, height: 518 },
  sizes: [96, 84, 72, 62, 54, 46, 40],
  small: 28,
};

/** Portrait format, for books. */
export const bookCoverLayout: Layout = {
  width: 1200,
  height: 1600,
  drawing: { x: 0, y: 0, width: 1200, height: 960 },
  text: { x: 80, y: 1030, width: 1040, height: 500 },
  sizes: [150, 128, 108, 92, 78, 66, 56],
  small: 38,
};

const titleLine = 1.08;
const smallLine = 1.35;

/**
 * Returns a cover with its title as SVG, in the light theme's colours and the cover fonts. A text with letters that the
 * fonts lack is left out, so that no picture shows boxes in their place. Pure.
 */
export function coverPicture(picture: CoverPicture, layout: Layout): string {
  const { width, height, text, small, sizes } = layout;
  const { covered, title, label, lead = '', journal } = picture;
  const head = small * 2;
  const foot = small * 2.5 + (lead === '' ? 0 : small * 3.5);
  const at = (y: number, room: number) => ({ ...text, y, height: room });
  const titleBox = at(text.y + head, text.height - head - foot);
  const set = layOutText(title, { ...titleBox, sizes, lineHeight: titleLine });
  const titleEnd = titleBox.y + (set ? set.lines.length * set.size * titleLine : 0);
  const smallText = (words: string, y: number, lines: number, ink: string) =>
    textIn(words, at(y, small * smallLine * lines), { sizes: [small], lineHeight: smallLine, ink });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${themeColour('paper')}"/>`,
    drawing(covered, layout.drawing),
    smallText(label, text.y, 1, themeColour(covered.section)),
    textIn(title, titleBox, { sizes, lineHeight: titleLine, ink: themeColour('ink') }),
    smallText(lead, titleEnd + small, 2, themeColour('muted')),
    smallText(journal, text.y + text.height - small * smallLine, 1, themeColour('ink')),
    '</svg>',
  ].join('');
}

/** Letters of right-to-left scripts. */
const fromTheRight = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

type Setting = { readonly sizes: readonly number[]; readonly lineHeight: number; readonly ink: string };

function textIn(text: string, box: Box, { ink, ...setting }: Setting): string {
  const set = layOutText(text, { ...box, ...setting });
  if (!set) return '';
  const { family, size, lines } = set;
  const place = fromTheRight.test(text) ? `x="${box.x + box.width}" text-anchor="end"` : `x="${box.x}"`;
  return lines
    .map((line, index) => {
      const y = box.y + (index + 0.82) * size * setting.lineHeight;
      return `<text ${place} y="${y}" font-size="${size}" font-family="${family}" fill="${ink}">${escapeHtml(line)}</text>`;
    })
    .join('');
}

/** The artwork, cropped around its centre as on the pages. */
function drawing(covered: Covered, { x, y, width, height }: Box): string {
  const { inks: set, shapes } = drawCover(covered);
  const inks = inksOf(covered.section, set);
  const style = Object.entries(inks)
    .map(([name, ink]) => `.${name}{fill:${ink}}.${name}.l{fill:none;stroke:${ink}}`)
    .join('');
  const frame = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  return [
    `<style>${style}.o{isolation:isolate}.o>*{mix-blend-mode:multiply}</style>`,
    `<rect ${frame} fill="${inks.p}"/>`,
    `<svg ${frame} viewBox="0 0 ${sheet.width} ${sheet.height}" preserveAspectRatio="xMidYMid slice">${shapes}</svg>`,
  ].join('');
}

import { box, list, short } from './path-data.ts';

/** Size of the sheet that every cover is drawn on; it may be cropped around its middle. */
export const sheet = { width: 120, height: 90 } as const;

/**
 * The inks of a cover, named by single letters because they are written into every page: the section's own (`a`), its
 * counterpart (`b`), a tint (`c`), the darkest (`k`) and bare paper (`p`). The style sheet assigns the colours.
 */
export type Ink = 'a' | 'b' | 'c' | 'k' | 'p';

export const disk = (ink: Ink, x: number, y: number, radius: number): string =>
  `<circle class="${ink}" cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"/>`;

export const area = (ink: Ink, data: string): string => `<path class="${ink}" d="${data}"/>`;

/** `corners` alternate between x and y. */
export function polygon(ink: Ink, ...corners: number[]): string {
  const points = corners.flatMap((x, index) => (index % 2 === 0 ? list(x, corners[index + 1] ?? 0) : []));
  return area(ink, `M${points.join(' ')}z`);
}

export const rectangle = (ink: Ink, x: number, y: number, width: number, height: number): string =>
  area(ink, box(x, y, width, height));

/** Returns a line of a given width; `extra` is inserted verbatim, for caps and dashes. */
export const line = (ink: Ink, width: number, data: string, extra = ''): string =>
  `<path class="${ink} l" stroke-width="${short(width)}" d="${data}"${extra}/>`;

export const roundCap = ' stroke-linecap="round"';

/** Prints shapes over each other as on a two-colour press: their inks mix where they overlap. */
export const overprint = (...shapes: string[]): string => `<g class="o">${shapes.join('')}</g>`;

/** Returns rows of dots that fill a disk. Each row is a line of zero-length dashes with round caps. */
export function diskOfDots(ink: Ink, x: number, y: number, radius: number, gap: number): string {
  let rows = '';
  for (let offset = -radius + gap / 2; offset < radius; offset += gap) {
    const steps = Math.floor((Math.sqrt(radius * radius - offset * offset) * 2) / gap);
    rows += `M${list(x - (steps * gap) / 2, y + offset)}h${short(steps * gap + 0.1)}`;
  }
  return line(ink, gap * 0.62, rows, ` stroke-dasharray="0 ${short(gap)}"${roundCap}`);
}

import { box, list, short } from './path-data.ts';

/** Every cover is drawn on a sheet of this size; it may be cropped around its middle. */
export const sheet = { width: 120, height: 90 } as const;

/**
 * The inks of a cover, named by one letter because they are written into every page: the section's own (`a`),
 * its counterpart (`b`), a tint (`c`), the darkest (`k`) and the bare paper (`p`). The style sheet gives them colours.
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

/** A line of a given width; `extra` is written as it is, for caps and dashes. */
export const line = (ink: Ink, width: number, data: string, extra = ''): string =>
  `<path class="${ink} l" stroke-width="${short(width)}" d="${data}"${extra}/>`;

export const roundCap = ' stroke-linecap="round"';

/** Inks laid over each other as on a two-colour press: where they meet they mix. */
export const overprint = (...shapes: string[]): string => `<g class="o">${shapes.join('')}</g>`;

/** Rows of dots that fill a disk, each row a line of round dashes of no length. */
export function diskOfDots(ink: Ink, x: number, y: number, radius: number, gap: number): string {
  let rows = '';
  for (let offset = -radius + gap / 2; offset < radius; offset += gap) {
    const steps = Math.floor((Math.sqrt(radius * radius - offset * offset) * 2) / gap);
    rows += `M${list(x - (steps * gap) / 2, y + offset)}h${short(steps * gap + 0.1)}`;
  }
  return line(ink, gap * 0.62, rows, ` stroke-dasharray="0 ${short(gap)}"${roundCap}`);
}

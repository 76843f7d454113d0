import { list, short, times } from './path-data.ts';
import type { Random } from './random.ts';
import { area, type Ink, line, roundCap } from './shapes.ts';

/**
 * A thing centred in a square of 40, with its foot at the lower edge: path data by printed layer, in printing order.
 * `line`, `etch` and `trace` are stroked, all others filled.
 */
export type Thing = {
  /** In the thing's own ink, like `body`. */
  readonly line?: string;
  readonly body?: string;
  /** In the colour of the background. */
  readonly cut?: string;
  /** In the second ink, like `trace`. */
  readonly accent?: string;
  readonly etch?: string;
  readonly trace?: string;
};
export type DrawThing = (random: Random) => Thing;

export const round = (x: number, y: number, radius: number): string =>
  `M${list(x - radius, y)}a${list(radius, radius)} 0 1 1 ${short(radius * 2)} 0a${list(radius, radius)} 0 1 1 ${short(-radius * 2)} 0`;

/** A bar with rounded ends. */
export const capsule = (x: number, top: number, foot: number, radius: number): string => {
  const arc = `a${list(radius, radius)} 0 0 1 `;
  return `M${list(x - radius, top)}${arc}${short(radius * 2)} 0V${short(foot)}${arc}${short(-radius * 2)} 0z`;
};

export const star = (x: number, y: number, radius: number, points = 5): string => {
  const corners = times(points * 2, (index) => {
    const angle = (index * Math.PI) / points - Math.PI / 2;
    const size = index % 2 === 0 ? radius : radius * 0.42;
    return ` ${list(x + Math.cos(angle) * size, y + Math.sin(angle) * size)}`;
  });
  return `M${corners.slice(1)}z`;
};

/** Returns a line from the centre to `length` away, at `turn` of a full turn, clockwise from twelve o'clock. */
export const pointer = (turn: number, length: number): string => {
  const angle = (turn - 0.25) * Math.PI * 2;
  return `M0 0L${list(Math.cos(angle) * length, Math.sin(angle) * length)}`;
};

/** The inks of a thing and of its background. */
export type ThingInks = { readonly body: Ink; readonly accent: Ink; readonly behind: Ink };
type Place = {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  /** In degrees, clockwise. */
  readonly turn?: number;
  readonly mirrored?: boolean;
};

/** Places shapes on the sheet: by their centre, scale and rotation. */
export function placed({ x, y, scale, turn = 0, mirrored = false }: Place, shapes: string): string {
  const size = Math.round(scale * 100) / 100;
  const rotation = Math.round(turn) === 0 ? '' : `rotate(${Math.round(turn)})`;
  const scaling = mirrored ? `scale(${-size} ${size})` : `scale(${size})`;
  return `<g transform="translate(${list(x, y)})${rotation}${scaling}">${shapes}</g>`;
}

/** Returns the whole thing in its own coordinates. */
export function printed(thing: Thing, { body, accent, behind }: ThingInks): string {
  return (
    (thing.line ? line(body, 3, thing.line, roundCap) : '') +
    (thing.body ? area(body, thing.body) : '') +
    (thing.cut ? area(behind, thing.cut) : '') +
    (thing.accent ? area(accent, thing.accent) : '') +
    (thing.etch ? line(behind, 1.5, thing.etch, roundCap) : '') +
    (thing.trace ? line(accent, 2.4, thing.trace, roundCap) : '')
  );
}

/** Returns its outline alone, `width` wide. */
export const outline = (thing: Thing, ink: Ink, width: number): string =>
  line(ink, width, (thing.body ?? '') + (thing.line ?? ''), ' stroke-linejoin="round"');

/** Every cover is drawn on a sheet of this size; it may be cropped around its middle. */
export const sheet = { width: 120, height: 90 } as const;

/**
 * The inks of a cover, named by one letter because they are written into every page: the section's own (`a`),
 * its counterpart (`b`), a tint (`c`), the darkest (`k`) and the bare paper (`p`). The style sheet gives them colours.
 */
export type Ink = 'a' | 'b' | 'c' | 'k' | 'p';

/** A coordinate in as few characters as a tenth of a unit needs. */
export function short(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.');
}

/** Coordinates one after another, ready for path data. */
export const list = (...values: number[]): string => values.map(short).join(' ').replaceAll(' -', '-');

export const disk = (ink: Ink, x: number, y: number, radius: number): string =>
  `<circle class="${ink}" cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"/>`;

export const area = (ink: Ink, data: string): string => `<path class="${ink}" d="${data}"/>`;

/** `corners` alternate between x and y. */
export function polygon(ink: Ink, ...corners: number[]): string {
  const points = corners.flatMap((x, index) => (index % 2 === 0 ? list(x, corners[index + 1] ?? 0) : []));
  return area(ink, `M${points.join(' ')}z`);
}

export const box = (x: number, y: number, width: number, height: number): string =>
  `M${list(x, y)}h${short(width)}v${short(height)}h${short(-width)}z`;

export const rectangle = (ink: Ink, x: number, y: number, width: number, height: number): string =>
  area(ink, box(x, y, width, height));

/** What is drawn for each index below `count`, one after the other. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** A line of a given width; `extra` is written as it is, for caps and dashes. */
export const line = (ink: Ink, width: number, data: string, extra = ''): string =>
  `<path class="${ink} l" stroke-width="${short(width)}" d="${data}"${extra}/>`;

export const roundCap = ' stroke-linecap="round"';

/** Inks laid over each other as on a two-colour press: where they meet they mix. */
export const overprint = (...shapes: string[]): string => `<g class="o">${shapes.join('')}</g>`;

/** Half a disk whose flat side runs through (x, y) at `angle` (radians); it bulges to the left of that direction. */
export function halfDisk(x: number, y: number, radius: number, angle: number): string {
  const dx = Math.cos(angle) * radius;
  const dy = Math.sin(angle) * radius;
  return `M${list(x - dx, y - dy)}A${list(radius, radius)} 0 0 1 ${list(x + dx, y + dy)}z`;
}

/** Rows of dots that fill a disk, each row a line of round dashes of no length. */
export function diskOfDots(ink: Ink, x: number, y: number, radius: number, gap: number): string {
  let rows = '';
  for (let offset = -radius + gap / 2; offset < radius; offset += gap) {
    const steps = Math.floor((Math.sqrt(radius * radius - offset * offset) * 2) / gap);
    rows += `M${list(x - (steps * gap) / 2, y + offset)}h${short(steps * gap + 0.1)}`;
  }
  return line(ink, gap * 0.62, rows, ` stroke-dasharray="0 ${short(gap)}"${roundCap}`);
}

/** The drawings of a section, of which each article gets one. */
export type Compositions = readonly [(random: Random) => string, ...((random: Random) => string)[]];

/** A stream of choices that is the same for the same seed, on every machine. */
export type Random = {
  /** A number from `low` up to, but without, `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** One of the given, each as likely as the other. */
  pick<const T>(choices: readonly [T, ...T[]]): T;
  /** True in `share` of the cases. */
  chance(share?: number): boolean;
  /** 1 or -1. */
  sign(): 1 | -1;
};

/**
 * Mulberry32 (Tommy Ettinger, public domain) behind a hash of the seed, so that neighbouring seeds share nothing.
 */
export function seededRandom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    chance: (share = 0.5) => next() < share,
    sign: () => (next() < 0.5 ? 1 : -1),
  };
}

/** FNV-1a over UTF-16 code units, then the finaliser of MurmurHash3. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

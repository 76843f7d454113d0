/** Returns a coordinate, rounded to a tenth of a unit, in as few characters as possible. */
export function short(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded).replace(/^(-?)0\./, '$1.');
}

/** Returns a sequence of coordinates for path data. */
export const list = (...values: number[]): string => values.map(short).join(' ').replaceAll(' -', '-');

export const box = (x: number, y: number, width: number, height: number): string =>
  `M${list(x, y)}h${short(width)}v${short(height)}h${short(-width)}z`;

/**
 * Returns half a disk whose flat side runs through (x, y) at `angle` (radians); it bulges to the left of that
 * direction.
 */
export function halfDisk(x: number, y: number, radius: number, angle: number): string {
  const dx = Math.cos(angle) * radius;
  const dy = Math.sin(angle) * radius;
  return `M${list(x - dx, y - dy)}A${list(radius, radius)} 0 0 1 ${list(x + dx, y + dy)}z`;
}

/** Returns the joined drawings for each index below `count`. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

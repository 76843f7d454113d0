import type { Random } from '../random.ts';
import { area, overprint, short } from '../shapes.ts';

/** Arrows that point into each other's way. */
export function arrows(random: Random): string {
  const rows = random.integer(3, 5);
  const height = 78 / rows;
  const head = height / 2;
  const data = { a: '', b: '' };
  for (let row = 0; row < rows; row += 1) {
    const y = 6 + row * height;
    const rightwards = row % 2 === 0;
    const tip = rightwards ? random.between(66, 108) : random.between(12, 54);
    const sign = rightwards ? 1 : -1;
    const neck = tip - sign * head;
    data[rightwards ? 'a' : 'b'] +=
      `M${rightwards ? -2 : 122} ${short(y)}H${short(neck)}l${short(sign * head)} ${short(head)} ${short(-sign * head)} ${short(head)}H${rightwards ? -2 : 122}z`;
  }
  const shift = random.between(2, 6);
  return overprint(
    area('a', data.a),
    `<g transform="translate(0 ${short(-shift)})">${area('b', data.b)}</g>`,
  );
}

import type { Random } from '../random.ts';
import { type Ink, short } from '../shapes.ts';

/** Rows of round scales, each with its rings, tucked under the next. */
export function scales(random: Random): string {
  const size = random.pick([26, 30, 40]);
  const half = size / 2;
  const order = random.pick<readonly Ink[]>([['a'], ['a', 'b'], ['a', 'k'], ['b', 'a', 'k'], ['a', 'c']]);
  const rings =
    size === 40 ? [1, 0.62, 0.3] : random.pick<readonly number[]>(size === 30 ? [[1], [1, 0.5]] : [[1]]);
  let rows = '';
  for (let y = size * 0.3, row = 0; y < 90 + half; y += half, row += 1) {
    const ink = order[row % order.length] ?? 'a';
    const from = row % 2 === 0 ? 0 : -half;
    rows += ring('p', size + size * 0.09, from, y);
    rings.forEach((share, index) => {
      rows += ring(index % 2 === 0 ? ink : 'p', size * share, from, y);
    });
  }
  return `<g stroke-linecap="round" stroke-dasharray="0 ${short(size)}">${rows}</g>`;
}

const ring = (ink: Ink, width: number, x: number, y: number): string =>
  `<path class="${ink} l" stroke-width="${short(width)}" d="M${short(x)} ${short(y)}h150"/>`;

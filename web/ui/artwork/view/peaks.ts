import type { Random } from '../random.ts';
import { area, disk, list, overprint, short } from '../shapes.ts';

/** Mountains, and the lake that remembers them. */
export function peaks(random: Random): string {
  const shore = random.between(54, 62);
  const count = random.integer(3, 4);
  let above = '';
  let below = '';
  for (let index = 0; index < count; index += 1) {
    const x = 12 + ((index + random.between(0.2, 0.8)) * 96) / count;
    const height = random.between(18, 40);
    const half = height * random.between(0.75, 1.1);
    const shape = (sign: number) =>
      `M${list(x - half, shore)}L${list(x, shore - sign * height)} ${list(x + half, shore)}z`;
    const ink = index % 2 === 0 ? 'a' : 'c';
    above += area(ink, shape(1));
    below += area('c', shape(-0.55));
  }
  return (
    disk('b', random.between(22, 98), random.between(16, 28), random.between(8, 13)) +
    overprint(above) +
    overprint(below) +
    area('a', `M-2 ${short(shore - 0.4)}h124v.8H-2z`)
  );
}

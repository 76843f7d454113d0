import type { Random } from '../random.ts';
import { area, disk, type Ink, list, overprint, short } from '../shapes.ts';

/** Two speech bubbles that talk at the same time. */
export function voices(random: Random): string {
  const apart = random.between(17, 25);
  const lift = random.between(3, 12) * (random.chance() ? 1 : -1);
  const radius = random.between(25, 31);
  const bubble = (ink: Ink, x: number, y: number, size: number, side: number) =>
    area(
      ink,
      `M${list(x - size, y)}a${list(size, size)} 0 1 1 ${short(size * 2)} 0a${list(size, size)} 0 1 1 ${short(-size * 2)} 0M${tail(x, y, size, side)}z`,
    );
  const dotsOf = (x: number, y: number) => [-9, 0, 9].map((step) => disk('p', x + step, y, 2.6)).join('');
  const smaller = radius * random.between(0.7, 0.95);
  return (
    overprint(
      bubble('a', 60 - apart, 43 + lift, radius, -1),
      bubble('b', 60 + apart, 43 - lift, smaller, 1),
    ) +
    dotsOf(60 - apart - 4, 43 + lift) +
    (random.chance() ? dotsOf(60 + apart + 4, 43 - lift) : '')
  );
}

/** Wound like the bubble itself, whichever side it hangs on; otherwise it would be a hole. */
function tail(x: number, y: number, size: number, side: number): string {
  const root = [x + side * size * 0.2, y + size * 0.6] as const;
  const tip = [x + side * size * 1.1, y + size * 1.35] as const;
  const shoulder = [x + side * size * 0.98, y + size * 0.3] as const;
  return side < 0 ? list(...root, ...tip, ...shoulder) : list(...shoulder, ...tip, ...root);
}

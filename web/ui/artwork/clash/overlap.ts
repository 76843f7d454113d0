import type { Random } from '../random.ts';
import type { Ink } from '../shapes.ts';
import { area, box, disk, diskOfDots, halfDisk, overprint, polygon } from '../shapes.ts';

/** Two bodies of different build that want the same place. */
export function overlap(random: Random): string {
  const reach = random.between(17, 24);
  const tilt = random.between(-10, 10);
  const forms = [round, square, peak, dome] as const;
  const first = random.integer(0, 3);
  const second = (first + random.integer(1, 3)) % 4;
  const radius = random.between(25, 30);
  const one = (forms[first] ?? round)('a', 60 - reach, 45 + tilt, radius);
  const other = (forms[second] ?? square)('b', 60 + reach, 45 - tilt, radius);
  const side = random.chance() ? 1 : -1;
  const shade = diskOfDots('k', 60 + side * reach, 45 - side * tilt, radius * 0.55, 3.6);
  return overprint(one, other) + shade;
}

type Form = (ink: Ink, x: number, y: number, radius: number) => string;
const round: Form = disk;
const square: Form = (ink, x, y, radius) =>
  area(ink, box(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8));
const peak: Form = (ink, x, y, radius) =>
  polygon(ink, [
    [x, y - radius * 1.1],
    [x + radius * 1.15, y + radius * 0.9],
    [x - radius * 1.15, y + radius * 0.9],
  ]);
const dome: Form = (ink, x, y, radius) => area(ink, halfDisk(x, y + radius * 0.55, radius * 1.15, 0));

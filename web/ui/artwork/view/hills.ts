import type { Random } from '../random.ts';
import type { Ink } from '../shapes.ts';
import { area, disk, list, overprint } from '../shapes.ts';

/** Ranges one behind the other, darker where they cover each other. */
export function hills(random: Random): string {
  const inks = ['c', 'a', 'c', 'a'] as const satisfies readonly Ink[];
  let top = random.between(34, 44);
  let ranges = '';
  const count = random.integer(3, 4);
  for (let index = 0; index < count; index += 1) {
    const left = top + random.between(-10, 12);
    const right = top + random.between(-10, 12);
    const dip = random.between(12, 26) * (index % 2 === 0 ? 1 : -1);
    ranges += area(
      inks[index] ?? 'a',
      `M-2 ${list(left)}C${list(30, left - dip, 44, top + dip * 0.7, 66, top)}S${list(100, right - dip, 122, right)}V92H-2z`,
    );
    top += random.between(13, 17);
  }
  return (
    disk('b', random.between(24, 96), random.between(18, 34), random.between(10, 17)) + overprint(ranges)
  );
}

import type { Random } from '../random.ts';
import type { Ink } from '../shapes.ts';
import { area, disk, list, polygon, short } from '../shapes.ts';

/** Waves in rows, and one small sail. */
export function tide(random: Random): string {
  const length = random.between(20, 32);
  const swell = length * random.between(0.2, 0.3);
  const horizon = random.between(38, 48);
  const inks = ['c', 'a', 'b', 'a'] as const satisfies readonly Ink[];
  let waves = '';
  for (let row = 0; row < 4; row += 1) {
    const y = horizon + row * random.between(11, 14);
    const start = -length + random.between(0, length);
    const count = Math.ceil((124 - start) / length) + 1;
    waves += area(
      inks[row] ?? 'a',
      `M${list(start - length, y)}${`q${list(length / 2, -swell * 2, length, 0)}`.repeat(count + 1)}V92H-2z`,
    );
  }
  const sailX = random.between(30, 90);
  const sail = polygon('k', [
    [sailX, horizon - 24],
    [sailX, horizon - 2],
    [sailX + 13 * (random.chance() ? 1 : -1), horizon - 2],
  ]);
  return (
    disk('b', 120 - sailX, random.between(16, 24), random.between(8, 13)) +
    sail +
    `<g transform="translate(0 ${short(4)})">${waves}</g>`
  );
}

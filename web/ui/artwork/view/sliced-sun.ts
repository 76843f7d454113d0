import type { Random } from '../random.ts';
import { disk, line, overprint, short } from '../shapes.ts';

/** A large sun that sets through ever wider lines of haze. */
export function slicedSun(random: Random): string {
  const x = random.between(42, 78);
  const y = random.between(40, 48);
  const radius = random.between(28, 35);
  let rows = '';
  let top = y + random.between(-12, 2);
  for (let index = 0; top < 92; index += 1) {
    const width = 0.9 + index * 0.62;
    rows += line('p', width, `M-2 ${short(top)}h124`);
    top += 5.6 + index * 0.5;
  }
  const offset = random.between(12, 26) * (random.chance() ? 1 : -1);
  return (
    overprint(
      disk('a', x, y, radius),
      disk('b', x + offset, y - random.between(6, 16), radius * random.between(0.3, 0.55)),
    ) + rows
  );
}

import type { Random } from '../random.ts';
import { area, box, disk, line, list, short } from '../shapes.ts';

/** A sun at the edge of the water, and its light on the way here. */
export function sea(random: Random): string {
  const horizon = random.between(44, 60);
  const sunX = random.between(34, 86);
  const radius = random.between(16, 25);
  const sunY = horizon - radius * random.between(-0.2, 0.75);
  let glints = '';
  let y = horizon + 3.5;
  for (let index = 0; y < 90; index += 1) {
    const half = radius * random.between(0.35, 1) * (1 + index * 0.06);
    glints += `M${list(sunX - half + random.between(-4, 4), y)}h${short(half * 2)}`;
    y += 4 + index * 0.55;
  }
  return (
    disk('b', sunX, sunY, radius) +
    area('a', box(-2, horizon, 124, 50)) +
    line('p', 1.7, glints, ' stroke-linecap="round"')
  );
}

import type { Random } from '../random.ts';
import { area, box, line, list } from '../shapes.ts';

/** Quarter turns laid at random that always join up. */
export function truchet(random: Random): string {
  const size = 30;
  const half = size / 2;
  // The flags of an arc need no space behind them.
  const turn = (sweep: 0 | 1, x: number, y: number) => `a15 15 0 0${sweep}${list(x, y)}`;
  let turns = '';
  for (let y = 0; y < 90; y += size) {
    for (let x = 0; x < 120; x += size) {
      turns += random.chance()
        ? `M${list(x + half, y)}${turn(1, -half, half)}m${list(half, half)}${turn(1, half, -half)}`
        : `M${list(x + half, y)}${turn(0, half, half)}m${list(-size, 0)}${turn(1, half, half)}`;
    }
  }
  const ground = random.chance() ? area('c', box(0, 0, 120, 90)) : '';
  const core = random.chance(0.7) ? line(random.pick(['p', 'b', 'k']), size * 0.1, turns) : '';
  return ground + line(random.pick(['a', 'a', 'k']), size * random.between(0.26, 0.44), turns) + core;
}

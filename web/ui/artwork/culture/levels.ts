import type { Random } from '../random.ts';
import { line, list, overprint, short } from '../shapes.ts';

/** Bars that dance on a middle line. */
export function levels(random: Random): string {
  const count = random.integer(7, 11);
  const step = 112 / count;
  let up = '';
  let down = '';
  const phase = random.between(0, 6);
  for (let index = 0; index < count; index += 1) {
    const x = 4 + (index + 0.5) * step;
    const swing = 0.55 + 0.45 * Math.sin(phase + index * 0.9);
    const high = 8 + 26 * swing * random.between(0.6, 1);
    const low = 8 + 26 * (1 - swing) * random.between(0.6, 1.2);
    up += `M${list(x, 48)}v${short(-high)}`;
    down += `M${list(x, 42)}v${short(low)}`;
  }
  const cap = ' stroke-linecap="round"';
  return overprint(line('a', step * 0.72, up, cap), line('b', step * 0.72, down, cap));
}

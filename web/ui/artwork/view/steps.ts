import type { Random } from '../random.ts';
import { area, disk, diskOfDots, list, short } from '../shapes.ts';

/** Stairs into the evening. */
export function steps(random: Random): string {
  const count = random.integer(3, 8);
  const width = 108 / count;
  const rise = random.between(42, 62) / count;
  const moonX = random.between(26, 50);
  const moonY = random.between(20, 32);
  const radius = random.between(11, 18);
  const flight = `v${short(-rise)}h${short(width)}`.repeat(count);
  const halo = random.chance() ? diskOfDots('c', moonX, moonY, radius * 1.7, 4.4) : '';
  const bite = random.chance(0.65)
    ? disk('p', moonX + radius * 0.5, moonY - radius * 0.28, radius * 0.82)
    : '';
  const inner =
    halo +
    disk('b', moonX, moonY, radius) +
    bite +
    area('a', `M0 90v${list(-rise * 0.5)}${flight}h20V90z`) +
    area('k', `M${list(width * 0.55)} 90${flight}h20V90z`);
  return random.chance() ? `<g transform="matrix(-1 0 0 1 120 0)">${inner}</g>` : inner;
}

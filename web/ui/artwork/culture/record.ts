import type { Random } from '../random.ts';
import { disk, line, list, short } from '../shapes.ts';

/** Rings cut in two and shifted, like a record that jumped. */
export function record(random: Random): string {
  const gap = random.between(6, 8.5);
  const count = random.integer(4, 6);
  const slip = gap * random.pick([1, 2, 3]);
  const y = 45;
  let upper = '';
  let lower = '';
  for (let index = 1; index <= count; index += 1) {
    const radius = index * gap;
    upper += `M${list(60 - slip / 2 - radius, y)}a${list(radius, radius)} 0 0 1 ${short(radius * 2)} 0`;
    lower += `M${list(60 + slip / 2 - radius, y)}a${list(radius, radius)} 0 0 0 ${short(radius * 2)} 0`;
  }
  const turned = random.pick([0, 90, 45, -45]);
  return `<g transform="rotate(${turned} 60 45)">${line('a', gap * 0.55, upper)}${line('b', gap * 0.55, lower)}</g>${disk('k', random.between(14, 30), random.pick([16, 74]), random.between(4, 7))}`;
}

import type { Random } from '../random.ts';
import { type Ink, line, list, overprint, short } from '../shapes.ts';

/** Two screens of dots that swell and fade against each other. */
export function pulse(random: Random): string {
  const gap = random.pick([10, 12, 15]);
  const phase = random.between(0, 6.3);
  const later = phase + random.between(2, 4.2);
  return overprint(screen('a', gap, phase, random.chance()), screen('b', gap, later, random.chance()));
}

function screen(ink: Ink, gap: number, phase: number, upright: boolean): string {
  const [length, across] = upright ? [90, 120] : [120, 90];
  let rows = '';
  for (let at = gap / 2; at < across; at += gap) {
    const swell = 0.5 + 0.5 * Math.sin(phase + (at / across) * Math.PI * 2);
    const start = upright ? `M${list(at, gap / 2)}v` : `M${list(gap / 2, at)}h`;
    rows += line(ink, gap * (0.16 + 0.72 * swell), `${start}${short(length - gap + 0.1)}`);
  }
  return `<g stroke-dasharray="0 ${short(gap)}" stroke-linecap="round">${rows}</g>`;
}

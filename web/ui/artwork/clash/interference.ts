import type { Random } from '../random.ts';
import type { Ink } from '../shapes.ts';
import { disk, overprint, short } from '../shapes.ts';

/** Rings that spread from two points and cross. */
export function interference(random: Random): string {
  const y = random.between(26, 64);
  const gap = random.between(7, 10);
  const width = gap * random.between(0.4, 0.55);
  const apart = random.between(26, 44);
  const rings = (ink: Ink, x: number, centre: number) => {
    let circles = '';
    for (let radius = gap * 1.1; radius < 78; radius += gap) {
      circles += `<circle r="${short(radius)}"/>`;
    }
    return `<g class="${ink} l" stroke-width="${short(width)}" transform="translate(${short(x)} ${short(centre)})">${circles}</g>`;
  };
  return overprint(
    rings('a', 60 - apart, y),
    rings('b', 60 + apart, 90 - y),
    disk('a', 60 - apart, y, gap * 0.7),
    disk('b', 60 + apart, 90 - y, gap * 0.7),
  );
}

import type { Random } from '../random.ts';
import { area, halfDisk, line, list } from '../shapes.ts';

/** One disk on a divided field, each half in the colour of the other side. */
export function counterchange(random: Random): string {
  const angle = random.between(0.9, 2.2);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const far = 150;
  const radius = random.between(24, 33);
  const field = `M${list(60 - dx * far, 45 - dy * far)}L${list(60 + dx * far, 45 + dy * far)}L${list(60 + dx * far - dy * far, 45 + dy * far + dx * far)}L${list(60 - dx * far - dy * far, 45 - dy * far + dx * far)}z`;
  let stripes = '';
  const gap = random.between(6, 10);
  for (let offset = gap; offset < 90; offset += gap) {
    const [x, y] = [60 + dy * offset, 45 - dx * offset];
    stripes += `M${list(x - dx * far, y - dy * far)}L${list(x + dx * far, y + dy * far)}`;
  }
  return (
    area('a', field) +
    line('a', gap * 0.34, stripes) +
    area('p', halfDisk(60, 45, radius, angle + Math.PI)) +
    area('b', halfDisk(60, 45, radius, angle))
  );
}

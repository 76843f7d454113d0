import type { Random } from '../random.ts';
import { line, list, overprint, polygon } from '../shapes.ts';

/** Two wedges that run into each other, and the sparks. */
export function collision(random: Random): string {
  const tipX = random.between(46, 74);
  const tipY = random.between(32, 58);
  const overlap = random.between(2, 12);
  const spread = random.between(26, 44);
  const drift = random.between(-18, 18);
  const left = polygon('a', [
    [-4, tipY - spread + drift],
    [tipX + overlap, tipY],
    [-4, tipY + spread + drift],
  ]);
  const right = polygon('b', [
    [124, tipY - spread - drift],
    [tipX - overlap, tipY],
    [124, tipY + spread - drift],
  ]);
  let sparks = '';
  const count = random.integer(5, 8);
  for (const side of [-1, 1]) {
    for (let index = 0; index < count; index += 1) {
      const angle = side * (Math.PI / 2) + ((index + 0.5) / count - 0.5) * 1.5;
      const from = 15;
      const to = from + random.between(8, 24);
      sparks += `M${list(tipX + Math.cos(angle) * from, tipY + Math.sin(angle) * from)}L${list(tipX + Math.cos(angle) * to, tipY + Math.sin(angle) * to)}`;
    }
  }
  return line('k', 1.6, sparks) + overprint(left, right);
}

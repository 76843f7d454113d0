import type { Random } from '../random.ts';
import { area, box, list, short } from '../shapes.ts';

/** A wall of tiles: quarters, halves, leaves and disks in three inks. */
export function tiles(random: Random): string {
  const size = 30;
  const data: Record<'a' | 'b' | 'c' | 'k', string> = { a: '', b: '', c: '', k: '' };
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 4; column += 1) {
      const ground = random.pick(['a', 'b', 'c', 'c', '', '']);
      const [x, y] = [column * size, row * size];
      if (ground !== '') data[ground as 'a'] += box(x, y, size, size);
      const ink = random.pick(['a', 'b', 'k', 'a']);
      data[ink === ground ? 'k' : ink] += tile(random, x, y, size);
    }
  }
  return area('c', data.c) + area('a', data.a) + area('b', data.b) + area('k', data.k);
}

function tile(random: Random, x: number, y: number, size: number): string {
  const arc = `a${list(size, size)} 0 0 1 `;
  const half = size / 2;
  const halfArc = `a${list(half, half)} 0 0 1 `;
  return random.pick([
    () => `M${list(x, y)}h${short(size)}${arc}${list(-size, size)}z`,
    () => `M${list(x, y)}${arc}${list(size, size)}h${short(-size)}z`,
    () => `M${list(x, y)}${arc}${list(size, size)}${arc}${list(-size, -size)}z`,
    () => `M${list(x + size, y)}${arc}${list(-size, size)}${arc}${list(size, -size)}z`,
    () => `M${list(x, y + half)}${halfArc}${list(size, 0)}z`,
    () => `M${list(x + half, y)}${halfArc}0 ${short(size)}z`,
    () => `M${list(x + 6, y + half)}a9 9 0 1 1 18 0a9 9 0 1 1-18 0`,
    () => `M${list(x, y + size)}h${short(size)}v${short(-size)}z`,
  ])();
}

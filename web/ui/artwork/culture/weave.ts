import type { Random } from '../random.ts';
import { area, box } from '../shapes.ts';

/** Ribbons over and under. */
export function weave(random: Random): string {
  const columns = random.integer(4, 6);
  const rows = random.integer(3, 5);
  const width = 120 / columns;
  const height = 90 / rows;
  const thickX = width * random.between(0.55, 0.8);
  const thickY = height * random.between(0.55, 0.8);
  let upright = '';
  let flat = '';
  let over = '';
  for (let column = 0; column < columns; column += 1) {
    upright += box((column + 0.5) * width - thickX / 2, -2, thickX, 94);
  }
  for (let row = 0; row < rows; row += 1) {
    const y = (row + 0.5) * height - thickY / 2;
    flat += box(-2, y, 124, thickY);
    for (let column = row % 2; column < columns; column += 2) {
      over += box((column + 0.5) * width - thickX / 2, y - (height - thickY) / 2, thickX, height);
    }
  }
  return area('a', upright) + area(random.pick(['b', 'k', 'c']), flat) + area('a', over);
}

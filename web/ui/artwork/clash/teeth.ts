import type { Random } from '../random.ts';
import { area, disk, list, short } from '../shapes.ts';

/** Two fields that bite into each other, each with the other's point in it. */
export function teeth(random: Random): string {
  const count = random.integer(3, 6);
  const depth = random.between(14, 30);
  const lean = random.between(-16, 16);
  const middle = random.between(52, 68);
  const step = 90 / count;
  let edge = `M-2 -2H${short(middle - lean)}`;
  for (let index = 0; index < count; index += 1) {
    const top = index * step;
    const slide = -lean + (2 * lean * (index + 0.5)) / count;
    edge += `L${list(middle + slide + depth / 2, top + step / 2, middle + slide - depth / 2, top + step)}`;
  }
  const dotY = random.between(24, 66);
  const radius = random.between(7, 12);
  return `<path class="b" d="M-2-2h124v94H-2z"/>${area('a', `${edge}V92H-2z`)}${disk('p', 24, dotY, radius)}${disk(
    'p',
    97,
    90 - dotY,
    radius,
  )}${disk('k', 24, dotY, radius * 0.45)}${disk('k', 97, 90 - dotY, radius * 0.45)}`;
}

import type { Random } from '../random.ts';
import { area, box, disk, diskOfDots, line, list, overprint, polygon } from '../shapes.ts';

/** A plank on a point: one heavy thing against several light ones. */
export function balance(random: Random): string {
  const pivot = random.between(50, 70);
  const tilt = random.between(0.06, 0.26) * (random.chance() ? 1 : -1);
  const side = random.chance() ? 1 : -1;
  const floor = 62;
  const at = (along: number, above: number) =>
    [
      pivot + Math.cos(tilt) * along + Math.sin(tilt) * above,
      floor + Math.sin(tilt) * along - Math.cos(tilt) * above,
    ] as const;
  const heavy = random.between(14, 23);
  const [heavyX, heavyY] = at(side * random.between(22, 34), heavy + 2);
  const size = random.between(9, 13);
  const along = -side * random.between(24, 36);
  let stack = '';
  for (let index = random.integer(1, 4); index > 0; index -= 1) {
    const [x, y] = at(along + (index % 2) * 4, 2 + size * (index - 0.5));
    stack += box(x - size / 2, y - size / 2, size, size - 1);
  }
  const backX = pivot - side * random.between(10, 30);
  const back = random.pick([
    () => disk('c', backX, 34, random.between(22, 32)),
    () => diskOfDots('c', backX, 34, random.between(20, 28), 5),
    () => area('c', box(side > 0 ? 0 : pivot, 0, side > 0 ? pivot : 120 - pivot, 90)),
  ])();
  return `${back}${overprint(
    polygon('k', [
      [pivot, floor],
      [pivot + 18, 94],
      [pivot - 18, 94],
    ]),
    disk('a', heavyX, heavyY, heavy),
    area('b', stack),
  )}${line('k', 3.4, `M${list(...at(-50, 0))}L${list(...at(50, 0))}`)}`;
}

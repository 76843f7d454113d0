import type { Random } from '../random.ts';
import { area, disk, line, list, polygon } from '../shapes.ts';

/** A road that goes on where the eye stops. */
export function road(random: Random): string {
  const horizon = random.between(36, 50);
  const vanish = random.between(38, 82);
  const foot = random.between(40, 80);
  const spread = random.between(24, 40);
  let dashes = '';
  for (let index = 0; index < 6; index += 1) {
    const near = 1 - ((index + 0.15) / 6) ** 0.6;
    const far = 1 - ((index + 0.62) / 6) ** 0.6;
    const at = (share: number) =>
      [vanish + (foot - vanish) * share, horizon + (92 - horizon) * share] as const;
    const [x1, y1] = at(near);
    const [x2, y2] = at(far);
    const w1 = near * 2.4;
    const w2 = far * 2.4;
    dashes += `M${list(x1 - w1, y1)}h${list(w1 * 2)}L${list(x2 + w2, y2)}h${list(-w2 * 2)}z`;
  }
  let furrows = '';
  for (const end of [-150, -60, 0, 120, 180, 270]) {
    furrows += `M${list(vanish, horizon)}L${list(end, 92)}`;
  }
  return (
    disk('b', vanish + random.between(-26, 26), horizon - random.between(2, 16), random.between(12, 20)) +
    area('a', `M-2 ${list(horizon)}h124V92H-2z`) +
    line('c', 1.1, furrows) +
    polygon('k', [
      [vanish, horizon],
      [foot + spread, 92],
      [foot - spread, 92],
    ]) +
    area('p', dashes)
  );
}

import type { Random } from '../random.ts';
import { area, diskOfDots, halfDisk, overprint, polygon } from '../shapes.ts';

/** Two half disks back to back along a slanting cut, slipped past each other. */
export function facingHalves(random: Random): string {
  const lean = random.between(-0.5, 0.5);
  const angle = Math.PI / 2 + lean;
  const slip = random.between(8, 22) * (random.chance() ? 1 : -1);
  const radius = random.between(28, 36);
  const [alongX, alongY] = [Math.cos(angle), Math.sin(angle)];
  const far = 160;
  const ground = polygon('c', [
    [60 - alongX * far, 45 - alongY * far],
    [60 + alongX * far, 45 + alongY * far],
    [220, 250],
    [220, -160],
  ]);
  const first = area(
    'a',
    halfDisk(60 + (alongX * slip) / 2, 45 + (alongY * slip) / 2, radius, angle + Math.PI),
  );
  const second = area(
    'b',
    halfDisk(60 - (alongX * slip) / 2, 45 - (alongY * slip) / 2, radius * random.between(0.7, 1), angle),
  );
  const echo = diskOfDots('k', 60 + 30 * Math.sign(slip), random.pick([14, 76]), random.between(9, 14), 3.4);
  return (random.chance(0.6) ? ground : '') + echo + overprint(first, second);
}

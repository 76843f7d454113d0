import type { Random } from '../random.ts';
import { area, box, disk, line, list, short } from '../shapes.ts';

/** The outside seen from the inside. */
export function windowView(random: Random): string {
  return random.pick([arch, train, porthole])(random);
}

function arch(random: Random): string {
  const width = random.between(46, 64);
  const left = 60 - width / 2 + random.between(-12, 12);
  const radius = width / 2;
  const shoulder = random.between(34, 42);
  const horizon = random.between(54, 66);
  const middle = left + radius;
  const bars = random.pick([
    `M${short(middle)} 4V80`,
    `M${short(middle)} 4V80M${list(left, shoulder + 8)}h${short(width)}`,
    '',
  ]);
  return (
    area('a', box(0, 0, 120, 90)) +
    area('p', `M${list(left, 80)}V${short(shoulder)}a${list(radius, 30)} 0 0 1 ${short(width)} 0V80z`) +
    disk(
      'b',
      middle + random.between(-0.5, 0.5) * radius,
      random.between(36, horizon - 6),
      random.between(8, 13),
    ) +
    area('c', box(left, horizon, width, 80 - horizon)) +
    line('a', 2.2, bars) +
    area('k', box(left - 7, 79, width + 14, 4))
  );
}

function train(random: Random): string {
  const horizon = random.between(46, 58);
  const hill = random.between(6, 18);
  const panes = [4, 45, 86].map((x) => `M${x} 24q0-8 8-8h18q8 0 8 8v38q0 8-8 8h-18q-8 0-8-8z`).join('');
  return (
    disk('b', random.between(14, 106), random.between(26, 40), random.between(9, 13)) +
    area('c', `M0 ${short(horizon)}q30-${short(hill)} 60 0t60-4V90H0z`) +
    area('k', `M0 ${short(horizon + 14)}q24-6 60-2t60 0V90H0z`) +
    `<path class="a" fill-rule="evenodd" d="${box(0, 0, 120, 90)}${panes}"/>` +
    line('p', 1.6, 'M0 80h120')
  );
}

function porthole(random: Random): string {
  const x = random.between(50, 70);
  const radius = random.between(29, 34);
  const level = random.between(2, 12);
  const half = Math.sqrt(radius * radius - level * level);
  return (
    area('a', box(0, 0, 120, 90)) +
    disk('k', x, 45, radius + 5) +
    disk('p', x, 45, radius) +
    disk('b', x + random.between(-12, 12), 45 + level - random.between(6, 14), random.between(6, 10)) +
    area(
      'c',
      `M${list(x - half, 45 + level)}q${list(half / 2, -5, half, 0)}t${list(half, 0)}A${list(radius, radius)} 0 0 1 ${list(x - half, 45 + level)}`,
    )
  );
}

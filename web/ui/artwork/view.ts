import { list, short, times } from './path-data.ts';
import type { Random } from './random.ts';
import { area, disk, diskOfDots, type Ink, line, overprint, polygon, rectangle, roundCap } from './shapes.ts';

/** A sun at the water's edge, and its reflection. */
function sea(random: Random): string {
  const horizon = random.between(44, 60);
  const x = random.between(34, 86);
  const radius = random.between(16, 25);
  const sun = disk('b', x, horizon - radius * random.between(-0.2, 0.75), radius);
  let glints = '';
  let y = horizon + 3.5;
  for (let index = 0; y < 90; index += 1) {
    const half = radius * random.between(0.35, 1) * (1 + index * 0.06);
    glints += `M${list(x - half + random.between(-4, 4), y)}h${short(half * 2)}`;
    y += 4 + index * 0.55;
  }
  return sun + rectangle('a', -2, horizon, 124, 50) + line('p', 1.7, glints, roundCap);
}

/** Mountain ranges behind each other, darker where they overlap. */
function hills(random: Random): string {
  let top = random.between(34, 44);
  const ranges = times(random.integer(3, 4), (index) => {
    const left = top + random.between(-10, 12);
    const right = top + random.between(-10, 12);
    const dip = random.between(12, 26) * (index % 2 === 0 ? 1 : -1);
    const ridge = `C${list(30, left - dip, 44, top + dip * 0.7, 66, top)}S${list(100, right - dip, 122, right)}`;
    top += random.between(13, 17);
    return area(index % 2 === 0 ? 'c' : 'a', `M-2 ${list(left)}${ridge}V92H-2z`);
  });
  const sun = disk('b', random.between(24, 96), random.between(18, 34), random.between(10, 17));
  return sun + overprint(ranges);
}

/** The outside seen through a window. */
function windowView(random: Random): string {
  return random.pick([arch, train, porthole])(random);
}

function arch(random: Random): string {
  const width = random.between(46, 64);
  const left = 60 - width / 2 + random.between(-12, 12);
  const radius = width / 2;
  const shoulder = random.between(34, 42);
  const horizon = random.between(54, 66);
  const middle = left + radius;
  const upright = `M${short(middle)} 4V80`;
  const bars = random.pick([upright, `${upright}M${list(left, shoulder + 8)}h${short(width)}`, '']);
  const sunX = middle + random.between(-0.5, 0.5) * radius;
  return (
    rectangle('a', 0, 0, 120, 90) +
    area('p', `M${list(left, 80)}V${short(shoulder)}a${list(radius, 30)} 0 0 1 ${short(width)} 0V80z`) +
    disk('b', sunX, random.between(36, horizon - 6), random.between(8, 13)) +
    rectangle('c', left, horizon, width, 80 - horizon) +
    line('a', 2.2, bars) +
    rectangle('k', left - 7, 79, width + 14, 4)
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
    `<path class="a" fill-rule="evenodd" d="M0 0h120v90h-120z${panes}"/>` +
    line('p', 1.6, 'M0 80h120')
  );
}

function porthole(random: Random): string {
  const x = random.between(50, 70);
  const radius = random.between(29, 34);
  const level = random.between(2, 12);
  const half = Math.sqrt(radius * radius - level * level);
  const left = list(x - half, 45 + level);
  const wave = `q${list(half / 2, -5, half, 0)}t${list(half, 0)}`;
  return (
    rectangle('a', 0, 0, 120, 90) +
    disk('k', x, 45, radius + 5) +
    disk('p', x, 45, radius) +
    disk('b', x + random.between(-12, 12), 45 + level - random.between(6, 14), random.between(6, 10)) +
    area('c', `M${left}${wave}A${list(radius, radius)} 0 0 1 ${left}`)
  );
}

/** A road that continues beyond the horizon. */
function road(random: Random): string {
  const horizon = random.between(36, 50);
  const vanish = random.between(38, 82);
  const foot = random.between(40, 80);
  const spread = random.between(24, 40);
  const dashes = times(6, (index) => {
    const near = 1 - ((index + 0.15) / 6) ** 0.6;
    const far = 1 - ((index + 0.62) / 6) ** 0.6;
    const x = (share: number) => vanish + (foot - vanish) * share;
    const y = (share: number) => horizon + (92 - horizon) * share;
    const back = `L${list(x(far) + far * 2.4, y(far))}h${list(-far * 2.4 * 2)}z`;
    return `M${list(x(near) - near * 2.4, y(near))}h${list(near * 2.4 * 2)}${back}`;
  });
  const furrows = [-150, -60, 0, 120, 180, 270].map((end) => `M${list(vanish, horizon)}L${list(end, 92)}`);
  return (
    disk('b', vanish + random.between(-26, 26), horizon - random.between(2, 16), random.between(12, 20)) +
    area('a', `M-2 ${list(horizon)}h124V92H-2z`) +
    line('c', 1.1, furrows.join('')) +
    polygon('k', vanish, horizon, foot + spread, 92, foot - spread, 92) +
    area('p', dashes)
  );
}

/** A large sun that sets through lines of haze, each wider than the last. */
function sunset(random: Random): string {
  const x = random.between(42, 78);
  const y = random.between(40, 48);
  const radius = random.between(28, 35);
  let rows = '';
  let top = y + random.between(-12, 2);
  for (let index = 0; top < 92; index += 1) {
    rows += line('p', 0.9 + index * 0.62, `M-2 ${short(top)}h124`);
    top += 5.6 + index * 0.5;
  }
  const beside = x + random.between(12, 26) * random.sign();
  const second = disk('b', beside, y - random.between(6, 16), radius * random.between(0.3, 0.55));
  return overprint(disk('a', x, y, radius), second) + rows;
}

/** Mountains, and the lake that reflects them. */
function peaks(random: Random): string {
  const shore = random.between(54, 62);
  const count = random.integer(3, 4);
  let above = '';
  let below = '';
  for (let index = 0; index < count; index += 1) {
    const x = 12 + ((index + random.between(0.2, 0.8)) * 96) / count;
    const height = random.between(18, 40);
    const half = height * random.between(0.75, 1.1);
    const shape = (top: number) => `M${list(x - half, shore)}L${list(x, top)} ${list(x + half, shore)}z`;
    above += area(index % 2 === 0 ? 'a' : 'c', shape(shore - height));
    below += area('c', shape(shore - -0.55 * height));
  }
  const sun = disk('b', random.between(22, 98), random.between(16, 28), random.between(8, 13));
  return sun + overprint(above) + overprint(below) + area('a', `M-2 ${short(shore - 0.4)}h124v.8H-2z`);
}

/** Stairs into the evening. */
function stairs(random: Random): string {
  const count = random.integer(3, 8);
  const width = 108 / count;
  const rise = random.between(42, 62) / count;
  const x = random.between(26, 50);
  const y = random.between(20, 32);
  const radius = random.between(11, 18);
  const flight = `v${short(-rise)}h${short(width)}`.repeat(count);
  const halo = random.chance() ? diskOfDots('c', x, y, radius * 1.7, 4.4) : '';
  const bite = random.chance(0.65) ? disk('p', x + radius * 0.5, y - radius * 0.28, radius * 0.82) : '';
  const front = area('a', `M0 90v${list(-rise * 0.5)}${flight}h20V90z`);
  const behind = area('k', `M${list(width * 0.55)} 90${flight}h20V90z`);
  const scene = halo + disk('b', x, y, radius) + bite + front + behind;
  return random.chance() ? `<g transform="matrix(-1 0 0 1 120 0)">${scene}</g>` : scene;
}

/** Waves in rows, and one small sail. */
function tide(random: Random): string {
  const length = random.between(20, 32);
  const swell = length * random.between(0.2, 0.3);
  const horizon = random.between(38, 48);
  const wave = `q${list(length / 2, -swell * 2, length, 0)}`;
  const inks = ['c', 'a', 'b', 'a'] as const satisfies readonly Ink[];
  const waves = inks.map((ink, row) => {
    const y = horizon + row * random.between(11, 14);
    const start = -length + random.between(0, length);
    const count = Math.ceil((124 - start) / length) + 2;
    return area(ink, `M${list(start - length, y)}${wave.repeat(count)}V92H-2z`);
  });
  const x = random.between(30, 90);
  const [top, deck] = [horizon - 24, horizon - 2];
  const sail = polygon('k', x, top, x, deck, x + 13 * random.sign(), deck);
  const sun = disk('b', 120 - x, random.between(16, 24), random.between(8, 13));
  return `${sun}${sail}<g transform="translate(0 4)">${waves.join('')}</g>`;
}

/** Horizons, for essays. */
export const view = { sea, hills, window: windowView, road, sunset, peaks, stairs, tide };

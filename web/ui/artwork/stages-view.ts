import { list, short, times } from './path-data.ts';
import type { Random } from './random.ts';
import { area, disk, diskOfDots, line, rectangle, roundCap } from './shapes.ts';
import { type DrawThing, placed, printed } from './things.ts';

const dark = { body: 'k', accent: 'b', behind: 'p' } as const;

/** Upright on the ground, in front of a large sun. */
function standing(random: Random, draw: DrawThing): string {
  const horizon = random.between(62, 72);
  const x = random.between(42, 78);
  const scale = random.between(1.3, 1.7);
  const radius = random.between(22, 34);
  const sun = random.chance(0.7)
    ? disk('b', x + random.between(-22, 22), horizon - random.between(14, 30), radius)
    : diskOfDots('b', x + random.between(-16, 16), horizon - 24, radius, 4.6);
  const inks = { ...dark, accent: 'a', behind: random.chance() ? 'p' : 'c' } as const;
  const reach = random.between(26, 60) * random.sign();
  const shade = area('k', `M${list(x - 9, horizon)}h18l${list(reach, 30)}h-22z`);
  return (
    sun +
    rectangle('a', -2, horizon, 124, 40) +
    `<g opacity=".35">${shade}</g>` +
    placed({ x, y: horizon - 20 * scale + 0.6, scale }, printed(draw(random), inks))
  );
}

/** Half of it above the horizon, as large as a sun. */
function rising(random: Random, draw: DrawThing): string {
  const horizon = random.between(56, 66);
  const x = random.between(48, 72);
  const scale = random.between(1.9, 2.3);
  const thing = placed(
    { x, y: horizon - random.between(8, 16), scale, turn: random.between(-12, 12) },
    printed(draw(random), { body: 'b', accent: 'k', behind: 'p' }),
  );
  const glints = times(5, (index) => {
    const half = random.between(8, 26) + index * 2;
    return `M${list(x - half + random.between(-6, 6), horizon + 4 + index * 5.6)}h${short(half * 2)}`;
  });
  return thing + rectangle('a', -2, horizon, 124, 50) + line('p', 1.7, glints, roundCap);
}

/** On the water, which reflects it. */
function mirrored(random: Random, draw: DrawThing): string {
  const shore = random.between(50, 56);
  const x = random.between(44, 76);
  const scale = random.between(1.1, 1.3);
  const thing = draw(random);
  const half = 20 * scale;
  const image = `<g transform="translate(${list(x, shore + half * 0.8)})scale(${short(scale)} ${short(-scale * 0.8)})">${printed(thing, { body: 'k', accent: 'b', behind: 'a' })}</g>`;
  const ripples = times(
    4,
    (index) => `M${list(x - random.between(26, 44), shore + 6 + index * 8)}h${short(random.between(46, 90))}`,
  );
  const far = random.chance()
    ? area(
        'c',
        `M-2 ${short(shore)}Q${list(random.between(10, 40), shore - 34, 62, shore - 8)}T122 ${short(shore - 14)}V${short(shore)}z`,
      )
    : disk('c', 120 - x, random.between(20, 32), random.between(14, 22));
  return (
    far +
    rectangle('a', -2, shore, 124, 50) +
    `<g opacity=".4">${image}</g>` +
    line('a', 2.2, ripples) +
    placed({ x, y: shore - half + 0.4, scale }, printed(thing, dark))
  );
}

/** Small, on top of a hill, under a large sky. */
function onHill(random: Random, draw: DrawThing): string {
  const x = random.between(34, 86);
  const top = random.between(58, 66);
  const scale = random.between(0.9, 1.15);
  const moon = disk('b', 120 - x + random.between(-10, 10), random.between(22, 34), random.between(11, 18));
  const behind = area('c', `M-2 ${short(top + 6)}Q${list(120 - x, top - 30, 122, top + 8)}V92H-2z`);
  const hill = area('a', `M-40 120Q${list(x - 30, top, x, top)}T${list(x + 110, 120)}z`);
  const lines = times(
    random.integer(2, 4),
    (index) => `M${list(random.between(4, 60), 10 + index * 7)}h${short(random.between(16, 44))}`,
  );
  return (
    moon +
    line('c', 2.2, lines, roundCap) +
    behind +
    hill +
    placed(
      { x, y: top - 20 * scale + 1.6, scale, turn: random.between(-5, 5) },
      printed(draw(random), { ...dark, accent: 'b' }),
    )
  );
}

/** On a window sill. */
function framed(random: Random, draw: DrawThing): string {
  const width = random.between(62, 76);
  const left = 60 - width / 2 + random.between(-10, 10);
  const middle = left + width / 2;
  const round = random.chance(0.6);
  const pane = round
    ? `M${list(left, 78)}V38a${list(width / 2, 32)} 0 0 1 ${short(width)} 0V78z`
    : `M${list(left, 78)}V8h${short(width)}V78z`;
  const scale = random.between(1.2, 1.4);
  const horizon = random.between(52, 62);
  const outside = `M${short(left)} ${short(horizon)}q${list(width / 4, -random.between(3, 12), width / 2, 0)}t${list(width / 2, 0)}V78h${short(-width)}z`;
  return (
    rectangle('a', 0, 0, 120, 90) +
    area('p', pane) +
    disk('b', middle + random.between(-0.3, 0.3) * width, random.between(28, 40), random.between(8, 14)) +
    area('c', outside) +
    rectangle('k', left - 8, 77, width + 16, 4) +
    placed(
      { x: middle + random.between(-0.14, 0.14) * width, y: 77 - 20 * scale, scale },
      printed(draw(random), dark),
    )
  );
}

/** In front of a sun that sets through lines of haze. */
function inHaze(random: Random, draw: DrawThing): string {
  const x = random.between(46, 74);
  let rows = '';
  let top = random.between(36, 46);
  for (let index = 0; top < 92; index += 1) {
    rows += line('p', 0.9 + index * 0.5, `M-2 ${short(top)}h124`);
    top += 6 + index * 0.5;
  }
  const away = random.between(-26, 26);
  const scale = random.between(1.4, 1.75);
  return (
    disk('a', x, 44, random.between(32, 38)) +
    rows +
    placed(
      { x: 60 + away, y: 90 - 20 * scale - random.between(2, 8), scale },
      printed(draw(random), { body: 'k', accent: 'b', behind: random.chance() ? 'a' : 'p' }),
    )
  );
}

/** Ways to show a thing in an essay: somewhere under the sky. */
export const viewStages = [standing, rising, mirrored, onHill, framed, inHaze] as const;

import { box, list, short, times } from './path-data.ts';
import type { Random } from './random.ts';
import { area, diskOfDots, line, overprint, polygon } from './shapes.ts';
import { type DrawThing, placed, printed } from './things.ts';

const onPaper = { body: 'a', accent: 'b', behind: 'p' } as const;
const onRed = { body: 'p', accent: 'b', behind: 'a' } as const;

/** Cut through the middle: each half in the colour of the other side. */
function counterchanged(random: Random, draw: DrawThing): string {
  const thing = draw(random);
  const turn = random.pick([0, 90, 24, -24, 52, -52]) + random.between(-6, 6);
  const place = { x: 60, y: 45, scale: random.between(1.75, 2.05) };
  const half = (from: number, inks: typeof onPaper | typeof onRed) =>
    `<g transform="rotate(${short(turn)} 60 45)"><svg x="${from}" y="-60" width="120" height="210" viewBox="${from} -60 120 210"><g transform="rotate(${short(-turn)} 60 45)">${placed(place, printed(thing, inks))}</g></svg></g>`;
  const field = `<g transform="rotate(${short(turn)} 60 45)">${area('a', box(60, -60, 130, 210))}</g>`;
  return field + half(-60, onPaper) + half(60, onRed);
}

/** Two of the same thing, face to face. */
function opposed(random: Random, draw: DrawThing): string {
  const thing = draw(random);
  const apart = random.between(22, 29);
  const lift = random.between(-9, 9);
  const turn = random.between(-16, 20);
  const scale = random.between(1.35, 1.7);
  const rival = { body: 'b', accent: 'a', behind: 'p' } as const;
  const ground = random.pick([
    () => area('c', box(60, -2, 62, 94)),
    () =>
      line(
        'k',
        1.2,
        times(9, (index) => `M60 ${index * 11 - 3}l${index % 2 ? -4 : 4} 11`),
      ),
    () => polygon('c', -2, 92, 122, -2, 122, 92),
    () => diskOfDots('c', 60, 45, random.between(30, 42), 5),
  ])();
  const left = placed({ x: 60 - apart, y: 45 + lift, scale, turn }, printed(thing, onPaper));
  const right = placed(
    { x: 60 + apart, y: 45 - lift, scale: scale * random.pick([1, 1, 0.7]), turn: -turn, mirrored: true },
    printed(draw(random), rival),
  );
  return ground + (random.chance() ? overprint(left, right) : left + right);
}

/** As on a playing card: one upright, the other upside down. */
function reversed(random: Random, draw: DrawThing): string {
  const side = random.sign();
  const slope = side * random.between(22, 38);
  const scale = random.between(1.2, 1.5);
  const apart = random.between(27, 32);
  const turn = random.between(-12, 12);
  const field = polygon('a', -2, 45 + slope, 122, 45 - slope, 122, 92, -2, 92);
  const thing = draw(random);
  const first = placed(
    { x: 60 - apart, y: 45 - side * 9, scale, turn },
    printed(thing, side > 0 ? onPaper : onRed),
  );
  const second = placed(
    { x: 60 + apart, y: 45 + side * 9, scale, turn: turn + 180 },
    printed(thing, side > 0 ? onRed : onPaper),
  );
  return field + first + second;
}

/** One that fills the sheet, and a small one that stands its ground. */
function uneven(random: Random, draw: DrawThing): string {
  const side = random.sign();
  const thing = draw(random);
  const big = {
    x: 60 - side * 30,
    y: 45,
    scale: random.between(2.5, 3),
    turn: random.between(-14, 14),
    mirrored: side < 0,
  };
  const small = {
    x: 60 + side * 38,
    y: random.between(52, 64),
    scale: random.between(0.7, 0.95),
    mirrored: side > 0,
  };
  const floor = small.y + 20 * small.scale;
  const ground = random.chance()
    ? area('c', box(-2, floor, 124, 94))
    : diskOfDots('b', small.x, small.y - 4, 22, 4.4);
  return (
    ground +
    placed(big, printed(thing, onPaper)) +
    placed(small, printed(thing, { body: 'k', accent: 'b', behind: 'p' }))
  );
}

/** In the gap between two fields that do not fit each other. */
function contested(random: Random, draw: DrawThing): string {
  const count = random.integer(3, 6);
  const step = 90 / count;
  const depth = random.between(12, 26);
  const middle = random.between(54, 66);
  const edge = times(
    count,
    (index) => `L${list(middle + depth / 2, (index + 0.5) * step, middle - depth / 2, (index + 1) * step)}`,
  );
  const fields =
    area('b', box(-2, -2, 124, 94)) + area('a', `M-2-2H${short(middle - depth / 2)}V0${edge}V92H-2z`);
  const place = { x: 60, y: 45, scale: random.between(1.6, 1.95), turn: random.between(-14, 14) };
  return (
    fields +
    placed(place, printed(draw(random), { body: 'p', accent: 'k', behind: random.chance() ? 'a' : 'k' }))
  );
}

/** On the two ends of a plank. */
function weighed(random: Random, draw: DrawThing): string {
  const tilt = random.between(7, 16) * random.sign();
  const down = Math.sign(tilt);
  const [heavy, light] = [random.between(1.25, 1.5), random.between(0.6, 0.8)];
  const on = (along: number, scale: number, body: 'a' | 'b') =>
    placed(
      { x: along, y: -20 * scale - 1.5, scale, mirrored: along > 0 },
      printed(draw(random), { body, accent: body === 'a' ? 'b' : 'a', behind: 'p' }),
    );
  const plank = `<g transform="translate(60 66)rotate(${short(tilt)})">${on(down * 30, heavy, 'a')}${on(-down * 40, light, 'b')}${area('k', box(-56, -1.5, 112, 3.4))}</g>`;
  const back = random.chance()
    ? diskOfDots('c', 60 - down * 26, 30, 24, 5)
    : area('c', box(down > 0 ? -2 : 60, -2, 62, 94));
  return back + polygon('k', 60, 66, 74, 94, 46, 94) + plank;
}

/** Ways to show a thing in a debate: against itself. */
export const clashStages = [
  counterchanged,
  opposed,
  reversed,
  uneven,
  contested,
  weighed,
  counterchanged,
  opposed,
] as const;

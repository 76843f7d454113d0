import { box, list, short, times } from './path-data.ts';
import type { Random } from './random.ts';
import { area, disk, type Ink, line, rectangle, roundCap } from './shapes.ts';
import { type DrawThing, outline, placed, printed, type Thing } from './things.ts';

const looks = [
  { ground: 'a', body: 'p', accent: 'b' },
  { ground: 'b', body: 'k', accent: 'a' },
  { ground: 'c', body: 'a', accent: 'k' },
  { ground: 'k', body: 'b', accent: 'a' },
  { ground: 'p', body: 'a', accent: 'b' },
] as const;

/** The same thing repeated in different inks, as a screen printer does. */
function panels(random: Random, draw: DrawThing): string {
  const [columns, rows] = random.pick([
    [2, 1],
    [2, 2],
    [2, 2],
  ] as const);
  const [width, height] = [120 / columns, 90 / rows];
  const first = random.integer(0, 4);
  const scale = Math.min(width, height) / random.between(46, 52);
  const thing = draw(random);
  return times(columns * rows, (index) => {
    const { ground, ...inks } = looks[(first + index * 2) % looks.length] ?? looks[0];
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    return (
      rectangle(ground, x, y, width, height) +
      placed({ x: x + width / 2, y: y + height / 2, scale }, printed(thing, { ...inks, behind: ground }))
    );
  });
}

/** Returns the parts of a thing that a pattern repeats: only those that take few bytes. */
const bare = ({ line: drawn, body = '', cut = '', accent = '', trace = '' }: Thing): Thing => ({
  line: drawn ?? trace,
  body: body.length < 40 ? body + accent : body,
  cut: cut.length < 130 ? cut : '',
});
const isLong = ({ line: drawn = '', body = '', cut = '' }: Thing) => (drawn + body + cut).length > 85;

/** Scattered over cloth, every other row shifted by half a step. */
function halfDrop(random: Random, draw: DrawThing): string {
  const thing = bare(draw(random));
  const step = isLong(thing) ? random.between(46, 52) : random.between(34, 42);
  const scale = step / random.between(50, 56);
  const turn = random.pick([0, 0, 45, -20, 20]);
  const { ground, inks } = random.pick(cloths);
  let copies = '';
  for (let column = 0, x = 2; x < 130; column += 1, x += step)
    for (let row = 0, y = (column % 2 ? 0 : step / 2) - 2; y < 98; row += 1, y += step) {
      const body = inks[(column + row) % 2] ?? 'a';
      const place = { x, y, scale, turn: column % 2 ? turn : -turn };
      copies += placed(place, printed(thing, { body, accent: 'b', behind: ground }));
    }
  return rectangle(ground, 0, 0, 120, 90) + copies;
}

const cloths: readonly { readonly ground: Ink; readonly inks: readonly Ink[] }[] = [
  { ground: 'a', inks: ['p', 'k'] },
  { ground: 'k', inks: ['a', 'b'] },
  { ground: 'p', inks: ['a', 'a'] },
  { ground: 'p', inks: ['a', 'b'] },
  { ground: 'c', inks: ['a', 'k'] },
  { ground: 'c', inks: ['a', 'a'] },
];

/** With an outline that spreads like rings in a pond. */
function echoed(random: Random, draw: DrawThing): string {
  const thing = draw(random);
  const scale = random.between(1.25, 1.5);
  const gap = random.between(6, 8.5);
  const [outer, inner] = random.pick([
    ['a', 'p'],
    ['b', 'p'],
    ['c', 'a'],
    ['a', 'b'],
  ] as const);
  const rings = times(random.integer(3, 4), (index) => {
    const wide = (4 - index) * 2 - 1;
    return outline(thing, index % 2 === 0 ? outer : inner, wide * gap);
  });
  const place = {
    x: random.between(52, 68),
    y: random.between(42, 48),
    scale,
    turn: random.between(-12, 12),
  };
  return placed(place, rings + printed(thing, { body: 'k', accent: random.pick(['a', 'b']), behind: 'p' }));
}

const grounds: readonly ((random: Random) => string)[] = [
  (random) => {
    const gap = random.between(7, 12);
    return `<g transform="rotate(${random.pick([0, 90, 45, -45])} 60 45)">${line(
      'c',
      gap * 0.5,
      times(Math.ceil(160 / gap), (index) => `M-30 ${short(index * gap - 34)}h180`),
    )}</g>`;
  },
  (random) => {
    const size = random.pick([15, 20, 30]);
    return area(
      'c',
      times(Math.ceil(120 / size) * Math.ceil(90 / size), (index) => {
        const [column, row] = [index % Math.ceil(120 / size), Math.floor(index / Math.ceil(120 / size))];
        return (column + row) % 2 ? box(column * size, row * size, size, size) : '';
      }),
    );
  },
  (random) => {
    const gap = random.pick([10, 12, 15]);
    return line(
      'b',
      gap * 0.42,
      times(
        Math.ceil(90 / gap),
        (row) => `M${short((row % 2) * (gap / 2) + 2)} ${short(row * gap + gap / 2)}h124`,
      ),
      ` stroke-dasharray="0 ${gap}"${roundCap}`,
    );
  },
  (random) => {
    const rays = random.integer(8, 14);
    return area(
      'c',
      times(rays, (index) => {
        const from = (index / rays) * Math.PI * 2;
        const to = from + Math.PI / rays;
        return `M60 45L${list(60 + Math.cos(from) * 90, 45 + Math.sin(from) * 90, 60 + Math.cos(to) * 90, 45 + Math.sin(to) * 90)}z`;
      }),
    );
  },
];

/** Large, on patterned paper. */
function onPattern(random: Random, draw: DrawThing): string {
  const ground = (grounds[random.integer(0, grounds.length - 1)] ?? grounds[0])?.(random) ?? '';
  const thing = draw(random);
  const place = {
    x: random.between(52, 68),
    y: random.between(43, 47),
    scale: random.between(1.6, 1.95),
    turn: random.between(-14, 14),
  };
  const inks = random.pick([
    { body: 'a', accent: 'k' },
    { body: 'k', accent: 'a' },
    { body: 'a', accent: 'b' },
  ] as const);
  return ground + placed(place, outline(thing, 'p', 5) + printed(thing, { ...inks, behind: 'p' }));
}

/** In a medallion between two borders. */
function medallion(random: Random, draw: DrawThing): string {
  const [field, body, accent] = random.pick([
    ['a', 'p', 'b'],
    ['b', 'k', 'a'],
    ['k', 'b', 'a'],
  ] as const);
  const size = random.pick([12, 15, 20]);
  const arc = random.chance()
    ? `a${list(size / 2, size / 2)} 0 0 1 ${size} 0`
    : `l${list(size / 2, -size / 2)} ${list(size / 2, size / 2)}`;
  const border = (y: number) => `M-${size / 2} ${y}${arc.repeat(Math.ceil(120 / size) + 1)}z`;
  const edge = area(field === 'a' ? 'b' : 'a', border(94) + border(94 - size * 0.9));
  const top = `<g transform="matrix(1 0 0 -1 0 90)">${edge}</g>`;
  return (
    edge +
    top +
    disk('p', 60, 45, 38) +
    disk(field, 60, 45, random.between(33, 36)) +
    placed(
      { x: 60, y: 45, scale: random.between(1.12, 1.25), turn: random.between(-10, 10) },
      printed(draw(random), { body, accent, behind: field }),
    )
  );
}

/** Around a centre, heads outwards. */
function wheel(random: Random, draw: DrawThing): string {
  const thing = draw(random);
  const spoke = bare(thing);
  const count = isLong(spoke) ? 5 : random.integer(5, 7);
  const ground: Ink = random.pick(['p', 'c', 'k']);
  const around = times(
    count,
    (index) =>
      `<g transform="rotate(${short((360 / count) * (index + 0.5))} 60 45)">${placed({ x: 60, y: 14, scale: 0.8 }, printed(spoke, { body: index % 2 && count % 2 === 0 ? 'b' : 'a', accent: 'b', behind: ground }))}</g>`,
  );
  return (
    rectangle(ground, 0, 0, 120, 90) +
    around +
    disk(ground, 60, 45, 14) +
    placed(
      { x: 60, y: 45, scale: 0.62 },
      printed(thing, { body: 'b', accent: ground === 'k' ? 'p' : 'k', behind: ground }),
    )
  );
}

/** Ways to show a thing in a review: as a pattern. */
export const cultureStages = [
  panels,
  halfDrop,
  echoed,
  onPattern,
  medallion,
  wheel,
  panels,
  onPattern,
] as const;

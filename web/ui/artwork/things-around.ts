import { box, times } from './path-data.ts';
import { type DrawThing, round, star } from './things.ts';

/** Things in the sky and in a town. */
export const thingsAround = {
  drop: (random) => ({
    body: 'M0-20Q17-1 13 9a13.5 13.5 0 0 1-26 0Q-17-1 0-20z',
    accent: random.chance() ? 'M-13.5 5q7-5 13.5 0t13.5 0q1 14-13.5 14T-13.5 5z' : round(4, 8, 4.5),
    etch: 'M-8 7a8 8 0 0 0 6 7',
  }),
  flame: () => ({
    body: 'M2-20C4-11 15-6 15 6a15 14 0 0 1-30 0c0-8 6-11 6-18q5 3 5 9C1-8 2-13 2-20z',
    accent: 'M1 2c1 5 7 6 7 11a8 6.5 0 0 1-16 0C-8 8-3 7 1 2z',
  }),
  cloud: (random) => ({
    body: 'M-11 7a8.5 8.5 0 0 1-1-17A12 12 0 0 1 11-12 9.5 9.5 0 0 1 11 7z',
    trace: times(random.integer(3, 4), (index) => `M${index * 7 - 9} 11l-3 ${random.integer(4, 8)}`),
  }),
  lightning: () => ({ body: 'M5-20-13 3h10l-5 17L13-6H3z', accent: 'M5-20-13 3h5L9-20z' }),
  star: (random) => {
    const points = random.integer(5, 8);
    return { body: star(0, 0, 20, points), accent: star(0, 0, 9, points) };
  },
  moon: (random) => ({
    body: 'M4-20a20 20 0 1 0 15 27A16 16 0 0 1 4-20z',
    accent: star(9, -9, random.between(4, 6.5)) + star(15, 3, 3, 4),
  }),
  planet: (random) => ({
    body: round(0, 0, 13),
    accent: random.chance() ? round(-4, -4, 3.6) + round(5, 5, 2.4) : 'M-12.5-3h25v6h-25z',
    trace: 'M-11-4C-31 11-15 14 2 6S29-14 11-8',
  }),
  globe: () => ({
    body: round(0, 0, 19),
    etch: 'M0-19v38M-19 0h38M0-19q-19 19 0 38M0-19q19 19 0 38M-16-9h32M-16 9h32',
  }),
  compass: (random) => {
    const turned = random.between(-9, 9);
    return {
      body: round(0, 0, 19),
      cut: round(0, 0, 15),
      accent: `M-4 0L${turned.toFixed(1)}-13 4 0z`,
      trace: `M0 0L${(-turned).toFixed(1)} 12`,
    };
  },
  rocket: () => ({
    body: 'M0-20Q10-10 10 2L6 12H-6L-10 2Q-10-10 0-20zM-10 0-17 9v9l9-7zM10 0l7 9v9L8 11z',
    cut: round(0, -4, 4.4),
    accent: 'M-5 13H5L0 20zM0-20q4 4 6 8H-6q2-4 6-8z',
  }),
  boat: () => ({ body: 'M-19 7H19L12 19H-12zM-2-15V5h-13z', accent: 'M1-20V5H17z', etch: 'M-16 11.500H16' }),
  bicycle: () => ({
    line: `${round(-11, 9, 8)}${round(11, 9, 8)}M-11 9-5-4H7L11 9M-5-4 0 9 7-4M-8-8h6M6-4 5-10h6M0 9h-11`,
    accent: `${round(-11, 9, 2.6)}${round(11, 9, 2.6)}M-9-11h8v3h-8z`,
  }),
  bus: (random) => ({
    body: 'M-20-14h36q4 0 4 6v21h-40z',
    cut: times(4, (index) => box(index * 9.4 - 17.5, -10, 7, 8)),
    accent: `M-20 2h40v4h-40z${round(-11, 14, 5.5)}${round(11, 14, 5.5)}${box(random.integer(0, 3) * 9.4 - 17.5, -10, 7, 8)}`,
  }),
  plane: () => ({ body: 'M-20-2 20-17 5 18-3 6z', accent: 'M-3 6 20-17-4 19z', cut: 'M-3 6 20-17 0 8.500z' }),
  kite: (random) => ({
    body: 'M0-20 14-5 0 12-14-5z',
    accent: 'M0-20 14-5H0zM0-5v17L-14-5z',
    trace: random.chance() ? 'M0 12q7 2 1 4t3 4' : 'M0 12q-7 2-1 4t-3 4',
  }),
  ball: (random) => ({
    body: round(0, 0, 19),
    ...random.pick([
      { accent: 'M0-7 7-2 4 6H-4L-7-2z', etch: 'M0-7v-12M7-2l11-5M4 6l7 10M-4 6l-7 10M-7-2-18-7' },
      { accent: '', etch: 'M0-19V19M-19 0H19M-13-14q12 14 0 28M13-14q-12 14 0 28' },
      { accent: 'M-19 0a19 19 0 0 1 19-19q-2 14-19 19zM19 0A19 19 0 0 1 0 19Q2 5 19 0z', etch: '' },
    ]),
  }),
  scales: (random) => {
    const tilt = random.integer(2, 7) * random.sign();
    return {
      body: `M-1.5-18h3v34h-3zM-9 16H9v4H-9z`,
      line: `M-15 ${-12 + tilt}L15 ${-12 - tilt}M-20 ${3 + tilt}l5-15 5 15M10 ${3 - tilt}l5-15 5 15`,
      accent: `M-20 ${3 + tilt}h10a5 5 0 0 1-10 0zM10 ${3 - tilt}h10a5 5 0 0 1-10 0z${round(0, -17, 3)}`,
    };
  },
  ballot: (random) => ({
    body: 'M-18-2h36v22h-36z',
    accent: 'M-9-20H9V1H-9z',
    cut: 'M-12 0h24v2.500h-24z',
    etch: random.pick(['M-4-11l3 3 6-7', 'M-4-14l8 8M4-14l-8 8']),
  }),
  flag: (random) => ({
    body: 'M-16-20h3v40h-3z',
    accent: 'M-13-18q8-5 16 0t17 0V2Q11 7 3 2t-16 0z',
    etch: random.pick(['M-13-8q8-5 16 0t17 0', 'M3-18V2', 'M-13-17 19 1']),
  }),
  megaphone: () => ({
    body: 'M-18-6h9L11-17V15L-9 6h-9zM-14 6h7l3 13h-7z',
    accent: 'M11-17V15L7 13v-28z',
    trace: 'M16-10q7 9 0 18',
  }),
  gear: (random) => ({
    body: `M-4-20h8v40h-8zM-20-4h40v8h-40zM-17-11-11-17 17 11 11 17zM11-17 17-11-11 17-17 11z${round(0, 0, 15)}`,
    cut: round(0, 0, random.between(6, 8)),
    accent: round(0, 0, random.between(2.5, 4)),
  }),
  flask: () => ({
    body: 'M-6-20H6v4H4v11L17 14q3 6-4 6h-26q-7 0-4-6L-4-5v-11h-2z',
    accent: 'M-8 5H8l6 9q2 3-2 3h-24q-4 0-2-3z',
    cut: `${round(-3, 11, 2)}${round(4, 13, 1.4)}${round(1, -2, 1.6)}`,
  }),
  umbrella: () => ({
    body: 'M-20 1a20 19 0 0 1 40 0q-6.7-5-10 0-3.4-5-10 0-6.7-5-10 0-3.4-5-10 0z',
    line: 'M0-4V14a4 4 0 0 0 8 0',
    accent: 'M0-18Q-10-10-10 1q3.4-5 10 0zM0-18q20 4 20 19-6.7-5-10 0 0-11-10-19z',
  }),
  glasses: () => ({
    line: `${round(-10, 3, 8.5)}${round(10, 3, 8.5)}M-2 2q2-3 4 0M-18 0l3-9M18 0l-3-9`,
    accent: `${round(-10, 3, 5.5)}${round(10, 3, 5.5)}`,
  }),
  suitcase: () => ({
    body: 'M-19-9h38v29h-38z',
    line: 'M-7-9v-7H7v7',
    accent: 'M-12-9h4v29h-4zM8-9h4v29H8z',
    cut: 'M-5 0H5v6H-5z',
  }),
  lighthouse: () => ({
    body: 'M-6-9H6l4 29h-20zM-7-15 0-20l7 5z',
    accent: 'M-4-15h8v5h-8zM5-13 20-18v9z',
    cut: 'M-6.5-4h13l.8 6H-7.300zM-8.5 8H8.500l.8 6H-9.300z',
  }),
  house: () => ({
    body: 'M-20-1 0-19 20-1h-4v21h-32V-1zM9-18h5v9l-5-4z',
    cut: 'M-11 2h6v6h-6zM6 2h6v6H6z',
    accent: 'M-3.5 7h7v13h-7z',
  }),
  door: (random) => ({
    body: 'M-15-20h30v40h-30z',
    cut: 'M-11-16h22v36h-22z',
    accent: `M-11-16l${random.integer(8, 14)} 5v27l-${random.integer(8, 14)} 4z`,
  }),
  towers: (random) => {
    const tower = (index: number, height: number) => box(index * 8 - 20, 20 - height, 7.4, height);
    const heights = Array.from({ length: 5 }, () => random.integer(14, 39));
    const lit = random.integer(0, 4);
    return {
      body: heights.map((height, index) => (index === lit ? '' : tower(index, height))).join(''),
      accent: tower(lit, heights[lit] ?? 20),
      etch: heights.map((height, index) => `M${index * 8 - 16.3} ${23 - height}V16`).join(''),
    };
  },
  bridge: () => ({
    body: 'M-20 6h40v4h-40zM-11-16h4v36h-4zM7-16h4v36H7z',
    line: 'M-20 4Q-12 0-9-14 0 18 9-14q3 14 11 18',
    accent: 'M-12-20h6v5h-6zM6-20h6v5H6z',
  }),
  ladder: (random) => ({
    body: `M-10-20h3.500v40h-3.500zM6.5-20H10v40H6.500z${times(6, (rung) => box(-8, rung * 6.4 - 17, 16, 2.6))}`,
    accent: box(-6.5, random.integer(0, 5) * 6.4 - 17, 13, 2.6),
  }),
  wall: (random) => {
    const odd = random.integer(0, 9);
    const brick = (index: number) => {
      const row = Math.floor(index / 2);
      return box(
        (index % 2) * 20.5 - 20 + (row % 2 ? 5 : 0),
        row * 8 - 20,
        row % 2 && index % 2 ? 14.5 : 19.5,
        7,
      );
    };
    const closers = box(-20, -12, 4, 7) + box(-20, 4, 4, 7);
    return { body: times(10, (index) => (index === odd ? '' : brick(index))) + closers, accent: brick(odd) };
  },
  mirror: () => ({
    body: 'M0-20a13 15 0 0 1 2.5 29.500V20h-5V9.500A13 15 0 0 1 0-20z',
    cut: 'M0-16.500a9.5 11.5 0 0 1 0 23 9.5 11.5 0 0 1 0-23z',
    accent: 'M-6-1 3-14 7-9-3 4z',
  }),
  bell: () => ({
    body: 'M0-17q13 2 13 17 0 8 5 13h-36q5-5 5-13 0-15 13-17z',
    line: 'M0-16v-3',
    accent: 'M-5 14H5a5 5 0 0 1-10 0z',
    etch: 'M-7 1q0-9 6-11',
  }),
  map: () => ({
    body: 'M-20-12-7-17V13l-13 5zM7-12l13-5V13L7 18z',
    accent: 'M-7-17 7-12V18l-14-5z',
    etch: 'M-16 8q5-12 12-4t10-4 9-8M13-11l5 5M18-11l-5 5',
  }),
  skateboard: () => ({
    line: 'M-20-2q2 6 8 6H12q6 0 8-6',
    accent: round(-9, 11, 4.6) + round(9, 11, 4.6),
    body: 'M-13 4h8v4h-8zM5 4h8v4H5z',
  }),
} satisfies Record<string, DrawThing>;

import { box, times } from './path-data.ts';
import { capsule, type DrawThing, pointer, round, star } from './things.ts';

/** Things to read, write with, look at and play with. */
export const madeThings = {
  book: (random) => ({
    body: 'M0-10Q-7-17-20-14V13Q-7 10 0 17 7 10 20 13V-14Q7-17 0-10z',
    cut: `M-.8-9h1.6V15h-1.6z${times(random.integer(2, 4), (row) => `M-16 ${row * 5 - 8}q7-1 12 2v1.8q-6-3-12-2z`)}`,
    accent: random.pick(['M5-14h6v17l-3-3-3 3z', 'M4-6Q10-10 17-9V6Q10 5 4 9z']),
  }),
  pencil: (random) => ({
    body: 'M-6.5-14h13V7L0 20-6.5 7z',
    accent: 'M-6.5-20h13v7h-13z',
    cut: `M-6.5 7h13L2.3 15.4h-4.6z${random.chance() ? 'M-2-12h1.6V6H-2z' : ''}`,
  }),
  letter: (random) => ({
    body: 'M-20-14h40v28h-40z',
    etch: random.pick(['M-20-13 0 4 20-13', 'M-20-13-2 3h4L20-13M-20 14-6 0M20 14 6 0']),
    accent: random.pick([round(0, 3, 4.5), 'M10-10h7v8h-7z', star(0, 3, 5.5, 8)]),
  }),
  phone: (random) => ({
    body: 'M-8-20H8q4 0 4 4v32q0 4-4 4H-8q-4 0-4-4v-32q0-4 4-4z',
    cut: `${box(-9.5, -15, 19, 27)}${round(0, 16, 2)}`,
    accent: random.pick([
      'M-7-12H4v7H-3l-4 4zM7 1H-4v7H3l4 4z',
      'M0 8C-13-2-8-10-4-10q3 0 4 3 1-3 4-3c4 0 9 8-4 18z',
      times(3, (row) => box(-7, row * 8 - 13, 14, 5)),
    ]),
  }),
  screen: (random) => ({
    body: 'M-17-15h34v24h-34zM-20 12h40l-3 5h-34z',
    cut: box(-14, -12, 28, 18),
    accent: random.pick([
      'M-6-10 8-2 2-1 5 5 2 6-1 0-5 4z',
      'M-4-9 7-3-4 3z',
      times(4, (row) => box(-11, row * 4 - 10, [18, 11, 21, 8][row] ?? 9, 2)),
    ]),
  }),
  camera: (random) => ({
    body: 'M-20-10h10l3-6H7l3 6h10v25h-40z',
    cut: `${round(0, 2, 10)}${box(13, -7, 4, 3)}`,
    accent: round(0, 2, random.between(5.5, 8)),
    etch: 'M-4 2a4 4 0 0 1 4-4',
  }),
  film: () => ({
    body: box(-20, -14, 40, 28),
    cut: times(6, (index) => box(index * 6.6 - 18, -12, 3.6, 3.4) + box(index * 6.6 - 18, 8.6, 3.6, 3.4)),
    accent: 'M-12-6H0V6h-12zM3-6h12V6H3z',
    etch: 'M-20-7.2h40M-20 7.2h40',
  }),
  microphone: () => ({
    body: `${capsule(0, -13, 1, 7)}M-1.6 12h3.2v5H9v3H-9v-3h7.4z`,
    line: 'M-12-4v4a12 12 0 0 0 24 0v-4',
    accent: 'M-7-3H7v4a7 7 0 0 1-14 0z',
    etch: 'M-6-13H6M-7-8.4H7',
  }),
  headphones: (random) => ({
    line: 'M-15 6V0a15 15 0 0 1 30 0v6',
    body: 'M-19 2h8v15h-4q-4 0-4-4zM19 2h-8v15h4q4 0 4-4z',
    accent: times(3, (index) => {
      const height = random.between(7, 22);
      return box(index * 5 - 6.4, 6 - height / 2, 2.8, height);
    }),
  }),
  piano: (random) => ({
    body: box(-20, -14, 40, 28),
    cut: times(5, (key) => box(key * 7.6 - 18.4, -12, 6.4, 24)),
    accent:
      [0, 1, 3].map((key) => box(key * 7.6 - 14, -12, 4.6, 14)).join('') +
      box(random.integer(0, 4) * 7.6 - 18.4, 5, 6.4, 7),
  }),
  music: (random) => ({
    body: 'M-8-14 14-19V8h-3.6V-10L-4.6-7V14H-8zM14-19v7L-8-7v-7z',
    line: `${round(-9, 14, 3.6)}${round(9, 9, 3.6)}`,
    accent: random.pick([star(15, -2, 4, 4), round(-14, -10, 3), round(1, 3, 2.6)]),
  }),
  mask: (random) => ({
    body: 'M-17-16q17 6 34 0v13Q17 14 0 20-17 14-17-3z',
    cut: `M-12-4q5-6 10 0-5 4-10 0zM2-4q5-6 10 0-5 4-10 0z${random.pick(['M-9 5q9 4 18 0-2 9-9 9t-9-9z', 'M-9 12Q-7 3 0 3t9 9q-9-4-18 0z'])}`,
    accent: random.chance()
      ? `${round(-12, 3, 2.6)}${round(12, 3, 2.6)}`
      : 'M0-14v34Q17 14 17-3v-13q-8 3-17 2z',
  }),
  picture: (random) => ({
    body: box(-19, -17, 38, 34),
    cut: box(-14, -12, 28, 24),
    accent: random.pick([
      `M-14 12-5-3l6 8 5-6 8 13z${round(6, -6, 3)}`,
      'M-14 12V2a14 14 0 0 1 28 0v10z',
      `${round(0, -3, 5)}M-10 12a10 9 0 0 1 20 0z`,
    ]),
  }),
  brush: () => ({
    body: 'M-2-20q2-2 4 0L4-2h-8zM-5 0H5v5H-5z',
    accent: 'M-5 6H5q4 6-1 10-4 2-4 4-5-2-5-6t0-8z',
    trace: 'M9 17q5-4 9 0',
  }),
  shirt: (random) => ({
    body: 'M-8-17q8 6 16 0l12 7-5 9-5-2v20h-20V-3l-5 2-5-9z',
    accent: random.pick([
      'M-10 0h20v4h-20zM-10 8h20v4h-20z',
      'M0 12C-11 4-7-3-3.5-3q3 0 3.5 3 .5-3 3.5-3c3.5 0 7.5 7-3.5 15z',
      star(0, 4, 7),
    ]),
  }),
  clock: (random) => ({
    body: round(0, 0, 19),
    cut: round(0, 0, 15),
    accent: round(0, 0, 2.6),
    trace: pointer(random.between(0, 1), 8) + pointer(random.between(0, 1), 12),
    etch: times(4, (index) => ['M0-18v3', 'M18 0h-3', 'M0 18v-3', 'M-18 0h3'][index] ?? ''),
  }),
  hourglass: (random) => ({
    body: 'M-13-20h26v4h-26zM-13 16h26v4h-26zM-11-15h22Q11-5 3 0q8 5 8 15h-22Q-11 5-3 0-11-5-11-15z',
    cut: 'M-8-13H8L7-9H-7z',
    accent: `M0 ${random.integer(3, 8)}Q8 9 8.5 15h-17Q-8 9 0 ${random.integer(3, 8)}z`,
  }),
  calendar: (random) => {
    const day = random.integer(0, 11);
    const days = (isIn: (index: number) => boolean) =>
      times(12, (index) =>
        isIn(index) ? box((index % 4) * 8 - 14.5, Math.floor(index / 4) * 7 - 4, 5, 4.5) : '',
      );
    return {
      body: `${box(-18, -15, 36, 34)}${box(-11, -20, 4, 8)}${box(7, -20, 4, 8)}`,
      cut: days((index) => index !== day),
      accent: days((index) => index === day),
      etch: 'M-18-7.500h36',
    };
  },
  bulb: (random) => ({
    body: 'M-14-6a14 14 0 0 1 28 0c0 8-7 9-7 16H-7c0-7-7-8-7-16z',
    accent: 'M-6 12H6v3.400H-6zM-4.5 17h9v3h-9z',
    etch: random.pick(['M-2 10-5-4-2 0 0-5 2 0 5-4 2 10', 'M-8-6a8 8 0 0 1 8-8']),
  }),
  candle: () => ({
    body: 'M-6-4H6v19H-6zM-15 15h30v5h-30z',
    accent: 'M0-20q9 9 0 15-9-6 0-15z',
    cut: 'M-6-1h3v6a2 2 0 0 1-3 0z',
  }),
  chair: (random) => ({
    body: 'M-12-20h4v40h-4zM8 2h4v18H8zM-12-1h24v5h-24z',
    accent: random.chance() ? 'M-8-5h20v4H-8z' : 'M-8-18H8v9H-8z',
  }),
  key: (random) => ({
    body: `M-11-2.200h31v4.400h-31zM11 2h3.400v${random.integer(4, 7)}h-3.400zM16 2h3.400v${random.integer(3, 7)}h-3.400z${round(-10, 0, 9)}`,
    cut: round(-10, 0, random.between(3, 5)),
  }),
  cup: () => ({
    body: 'M-11-18h22v10q0 12-8 14v6h6v8H-9v-8h6V6q-8-2-8-14z',
    line: 'M-11-14h-6q0 12 9 14M11-14h6q0 12-9 14',
    accent: star(0, -8, 6.5),
  }),
  dice: (random) => {
    const pips = random.integer(1, 6);
    const at: readonly (readonly [number, number])[] = [
      [0, 0],
      [-8, -8],
      [8, 8],
      [8, -8],
      [-8, 8],
      [8, 0],
      [-8, 0],
    ];
    const shown = [...(pips % 2 ? [0] : []), 1, 2, 3, 4, 5, 6].slice(0, pips);
    return {
      body: 'M-12-17h24q5 0 5 5v24q0 5-5 5h-24q-5 0-5-5v-24q0-5 5-5z',
      cut: shown.map((pip) => round(...(at[pip] ?? [0, 0]), 3.2)).join(''),
    };
  },
  controller: (random) => ({
    body: 'M-11-10h22q9 1 9 15 0 9-5 9-3 0-7-7H-8q-4 7-7 7-5 0-5-9 0-14 9-15z',
    cut: 'M-12.5-6h3v3h3v3h-3v3h-3V0h-3v-3h3z',
    accent: round(8, -4, 2.4) + round(13, 0, 2.4) + (random.chance() ? round(8, 4, 2.4) : ''),
  }),
  pawn: () => ({
    body: `${round(0, -12, 8)}M-9-5H9L5-1Q6 9 11 14h-22Q-6 9-5-1zM-14 15h28v5h-28z`,
    etch: 'M-9 10.500H9',
    accent: 'M-14 15h28v5h-28z',
  }),
  puzzle: (random) => ({
    body: 'M-18-16h13a5.5 5.5 0 1 1 10 0h13V-4a5.5 5.5 0 1 1 0 10v12h-36V6a5.5 5.5 0 1 0 0-10z',
    accent: round(0, 1, random.between(4, 7)),
  }),
} satisfies Record<string, DrawThing>;

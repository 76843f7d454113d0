import { times } from './path-data.ts';
import { capsule, type DrawThing, round, star } from './things.ts';

/** People and animals, what they carry, and plants. */
export const livingThings = {
  eye: (random) => ({
    body: 'M-20 0Q0-23 20 0 0 23-20 0z',
    cut: round(random.between(-3, 3), 0, 9.5),
    accent: round(random.between(-2, 2), 0, 6.5),
    trace: random.chance() ? 'M-13-13l-3-4M-5-17l-1-4M5-17l1-4M13-13l3-4' : '',
  }),
  heart: (random) => ({
    body: 'M0 18C-28 0-19-17-9-17-4-17 0-14 0-10 0-14 4-17 9-17 19-17 28 0 0 18z',
    accent: random.pick([
      'M0 18V-10C0-14 4-17 9-17 19-17 28 0 0 18z',
      'M0 9C-13 0-8-8-4-8-2-8 0-6 0-5 0-6 2-8 4-8 8-8 13 0 0 9z',
    ]),
  }),
  profile: (random) => ({
    body: 'M-13 20V11C-20 4-19-4-17-9-14-16-8-20 1-20 10-20 15-14 15-7l4 9-4 1v6q0 5-7 5H5v6z',
    accent: random.pick([
      round(-2, -6, 8),
      star(-2, -6, 9, 8),
      'M-2 2C-14-6-9-13-5-13q2 0 3 3 1-3 4-3C6-13 10-6-2 2z',
    ]),
    cut: random.chance() ? round(-2, -6, 10) : '',
  }),
  crowd: () => ({
    body: `${round(-13, -3, 5.5)}${round(13, -3, 5.5)}M-20 20q0-14 7-14t7 14zM6 20q0-14 7-14t7 14z`,
    cut: `${round(0, -10, 9)}M-12 20Q-12-2 0-2t12 22z`,
    accent: `${round(0, -10, 7)}M-10 20Q-10 0 0 0t10 20z`,
  }),
  hand: (random) => ({
    body: `${[-8.2, -2.8, 2.6, 8].map((x, index) => capsule(x, [-9, -15, -16, -12][index] ?? 0, 5, 2.4)).join('')}M-10.6 1H10.4v9q-1 10-10 10T-10.6 9zM9 6l5-7a2.6 2.6 0 0 1 4.2 3L11 14z`,
    accent: random.pick([round(0, 9, 4.5), 'M0 15C-9 9-5 4-3 4q2 0 3 2 1-2 3-2c2 0 6 5-3 11z']),
  }),
  coin: (random) => ({
    body: round(0, 0, 19),
    etch: round(0, 0, 14.5),
    accent: star(0, 0, 9, random.integer(4, 7)),
  }),
  backpack: () => ({
    body: 'M-14-5a14 13 0 0 1 28 0v25h-28z',
    line: 'M-6-16v-3H6v3',
    accent: 'M-9 5H9v12H-9z',
    etch: 'M-14-2H14M-3 9H3',
  }),
  apple: (random) => ({
    body: 'M0-9C-6-14-18-12-18 1-18 12-9 20-4 20-2 20-2 19 0 19S2 20 4 20C9 20 18 12 18 1 18-12 6-14 0-9z',
    line: 'M0-9q0-6 4-9',
    accent: 'M4-12q4-8 13-7-3 8-13 7z',
    cut: random.chance() ? round(19, -1, 7) : 'M-13-2q1-6 6-6v3q-3 0-4 4z',
  }),
  mug: () => ({
    body: 'M-15-8H9V9q0 11-8 11H-7q-8 0-8-11z',
    line: 'M9-4h3a6 6 0 0 1 0 12H9',
    accent: 'M-15-2H9v6h-24z',
    trace: 'M-8-12q-4-3 0-7M1-12q-4-3 0-7',
  }),
  fish: (random) => ({
    body: 'M-20 0Q-4-18 9-1q5-7 11-9v20Q14 8 9 1-4 18-20 0z',
    cut: round(-11, -2, 2),
    etch: 'M-4-7q5 7 0 14',
    accent: random.chance() ? 'M9-1q5-7 11-9v20Q14 8 9 1z' : 'M-1-7Q6-8 9 0 6 8-1 7 3 0-1-7z',
  }),
  bird: () => ({
    body: 'M-20-7q9-3 14 5Q-5-15 9-20q0 10-3 17l13-2-9 8Q8 17-6 17q-9 0-13-9 7 1 10-3-4-3-4-7z',
    accent: 'M-3 3Q-3-11 9-20q0 10-3 17-3 6-9 6z',
    cut: round(-9, -3, 1.4),
  }),
  cat: (random) => ({
    body: 'M-17-19l10 8H7l10-8V3q0 15-17 17Q-17 18-17 3z',
    cut: 'M-11-1q4-5 8 0-4 4-8 0zM3-1q4-5 8 0-4 4-8 0z',
    accent: random.chance() ? 'M-3 7h6l-3 4z' : 'M0-11 7-11 17-19V3q0 15-17 17z',
    etch: 'M-8 10l-9-1M8 10l9-1',
  }),
  dog: (random) => ({
    body: 'M-10-17h20l8 3q3 8-1 14l-5-3-2 13q-2 8-10 8t-10-8l-2-13-5 3q-4-6-1-14z',
    cut: `${round(-5, -5, 1.8)}${round(5, -5, 1.8)}M-1 8h2v6h-2z`,
    accent: `M-5 3Q0 0 5 3 4 9 0 9t-5-6z${random.chance() ? 'M10-17l8 3q3 8-1 14l-5-3z' : 'M0-17h10l3 14-2 4q-9 0-11-8z'}`,
  }),
  elephant: () => ({
    body: 'M-20 18V2q0-15 16-15h5q3-6 9-6 10 0 10 11v14q0 8-5 8-4 0-4-5l3 0q0 1 1 1 1 0 1-3V-1q-2 4-6 4v15H3v-9h-13v9z',
    accent: 'M1-13q8-2 9 5 0 7-5 7-6-2-4-12z',
    cut: round(12.5, -10, 1.3),
  }),
  robot: (random) => ({
    body: 'M-15-10h30v26h-30zM-19-3h3v10h-3zM16-3h3v10h-3zM-8 17H8v3H-8z',
    line: 'M0-10v-6',
    cut: `${round(-6.5, -2, 4.4)}${round(6.5, -2, 4.4)}M-9 7H9v5H-9z`,
    accent: `${round(-6.5 + random.between(-1.5, 1.5), -2, 2.2)}${round(6.5, -2, 2.2)}${round(0, -18, 2.8)}`,
    trace: 'M-4.5 7v5M0 7v5M4.5 7v5',
  }),
  leaf: (random) => ({
    body: 'M0-20Q20-4 0 20-20-4 0-20z',
    etch: `M0-12V20${times(random.integer(2, 4), (index) => `M0 ${index * 6 - 2}l6-5M0 ${index * 6 - 2}l-6-5`)}`,
    accent: random.chance() ? 'M0-20Q20-4 0 20z' : '',
  }),
  flower: (random) => {
    const petals = random.integer(5, 6);
    const at = (index: number, away: number) => {
      const angle = (index / petals) * Math.PI * 2;
      return [Math.sin(angle) * away, -7 - Math.cos(angle) * away] as const;
    };
    return {
      line: 'M0 0V20',
      body: `${times(petals, (index) => round(...at(index, 8), 5))}M0 15Q2 6 12 7 11 15 0 17z`,
      accent: round(0, -7, random.between(3.5, 5)),
    };
  },
  tree: (random) => ({
    body: `M-2.5 20-1 0h2l1.5 20z${random.pick([
      round(0, -6, 13),
      'M0-20 12-4H7l9 13H-16L-7-4h-5z',
      `${round(-7, -4, 8)}${round(7, -4, 8)}${round(0, -11, 9)}`,
    ])}`,
    accent: random.pick([`${round(-4, -3, 2.4)}${round(5, -8, 2.4)}${round(4, 2, 2.4)}`, round(4, -8, 6)]),
  }),
  sprout: () => ({
    body: 'M-11 5H11L8 20H-8zM-13 3h26v4h-26z',
    line: 'M0 5V-8',
    accent: 'M0-3Q0-17-16-17-15-3 0-3zM0-7Q2-20 16-20 15-7 0-7z',
  }),
} satisfies Record<string, DrawThing>;

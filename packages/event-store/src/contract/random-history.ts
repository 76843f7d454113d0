import fc from 'fast-check';

/** One append of a random history; what it means in ids and revisions depends on what came before. */
export type RandomAppend = {
  readonly stream: number;
  readonly size: number;
  readonly expected: 'none' | 'any' | 'right' | 'too low' | 'too high';
  /** Whose ids it has: its own, or those of an earlier append, whole, in part, or for another stream. */
  readonly ids: 'new' | 'again' | 'partly again' | 'reversed' | 'for another stream';
  /** Which earlier append, counted back. */
  readonly back: number;
  readonly store: 0 | 1;
  /** The same append twice at the same moment, through both stores. */
  readonly isDoubled: boolean;
};

/** Appends that are under way at the same moment, each on a stream of its own. */
export type RandomMoment = { readonly appends: readonly RandomAppend[]; readonly dropsConnections: boolean };

const often = <T>(value: T, weight: number) => ({ arbitrary: fc.constant(value), weight });

const randomAppend: fc.Arbitrary<RandomAppend> = fc.record({
  stream: fc.nat(4),
  size: fc.oneof(
    { arbitrary: fc.constant(1), weight: 3 },
    { arbitrary: fc.integer({ min: 2, max: 5 }), weight: 1 },
  ),
  expected: fc.oneof(
    often('right' as const, 6),
    often('any' as const, 5),
    often('none' as const, 2),
    often('too low' as const, 1),
    often('too high' as const, 1),
  ),
  ids: fc.oneof(
    often('new' as const, 12),
    often('again' as const, 3),
    often('partly again' as const, 1),
    often('reversed' as const, 1),
    often('for another stream' as const, 1),
  ),
  back: fc.nat(6),
  store: fc.constantFrom(0, 1),
  isDoubled: fc.oneof(often(false, 7), often(true, 1)),
});

export const randomHistory: fc.Arbitrary<readonly RandomMoment[]> = fc.array(
  fc.record({
    appends: fc.uniqueArray(randomAppend, { selector: ({ stream }) => stream, minLength: 1, maxLength: 5 }),
    dropsConnections: fc.oneof(often(false, 40), often(true, 1)),
  }),
  { minLength: 1, maxLength: 25 },
);

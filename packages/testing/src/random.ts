export type Random = ReturnType<typeof createRandom>;

/** Returns a generator that yields the same numbers for the same seed on any machine (mulberry32). */
export function createRandom(seed: number) {
  let state = seed | 0;
  /** Returns a number from 0 to below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Returns a whole number from 0 to below `bound`. */
  const below = (bound: number) => Math.floor(next() * bound);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as never;
  return { next, below, pick };
}

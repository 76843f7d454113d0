/** A stream of random choices, deterministic for a seed on every machine. */
export type Random = ReturnType<typeof seededRandom>;

/** Mulberry32 (Tommy Ettinger, public domain), seeded with a hash so that similar seeds give unrelated streams. */
export function seededRandom(seed: string) {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** Returns a number from `low` up to, but not including, `high`. */
    between: (low: number, high: number) => low + next() * (high - low),
    /** Returns an integer from `low` to `high`, both included. */
    integer: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    /** Returns one of the choices, all equally likely. */
    pick: <const T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
    /** Returns true with probability `share`. */
    chance: (share = 0.5) => next() < share,
    sign: () => (next() < 0.5 ? 1 : -1),
  };
}

/** FNV-1a over UTF-16 code units, then the finaliser of MurmurHash3. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

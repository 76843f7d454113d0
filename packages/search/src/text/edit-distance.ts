const numeral = /^\p{N}+$/u;

/** Returns how many typos a word may have: one from 4 letters, two from 8, none in a number. */
export function maxTypos(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 4 || numeral.test(word)) return 0;
  return length < 8 ? 1 : 2;
}

/** Distances between the first letters of a word (a row for each number of them) and each prefix of what was typed. */
export type DistanceTable = {
  readonly typed: Uint16Array;
  /** Distances beyond this are told as one more. */
  readonly max: number;
  readonly rows: Uint8Array[];
};

/** Returns a table with the row of no letter; letters are UTF-16 code units, at most 240 of them. */
export function createDistanceTable(typed: string, max: number): DistanceTable {
  const row = Uint8Array.from({ length: typed.length + 1 }, (_none, at) => Math.min(at, max + 1));
  return { typed: Uint16Array.from(typed, (_none, at) => typed.charCodeAt(at)), max, rows: [row] };
}

/**
 * Fills the row of the word's first `depth` letters, of which the last two are given, from the rows above it, and returns the least distance in it: optimal
 * string alignment, in which a missing, extra or wrong letter and two swapped neighbours count one each. Only prefixes
 * that are at most `max` letters shorter or longer can be that near.
 */
export function fillRow(
  { typed, max, rows }: DistanceTable,
  depth: number,
  letter: number,
  letterBefore: number,
): number {
  const above = rows[depth - 1] as Uint8Array;
  let row = rows[depth];
  if (!row) {
    row = new Uint8Array(above.length).fill(max + 1);
    rows[depth] = row;
  }
  const twoAbove = rows[depth - 2];
  const from = depth > max ? depth - max : 1;
  const to = Math.min(depth + max, typed.length);
  let before = from === 1 && depth <= max ? depth : max + 1;
  row[from - 1] = before;
  let least = before;
  for (let at = from; at <= to; at++) {
    let distance = above[at - 1] as number;
    if (typed[at - 1] !== letter) {
      distance++;
      const shorter = Math.min(above[at] as number, before) + 1;
      if (shorter < distance) distance = shorter;
      if (at > 1 && typed[at - 2] === letter && typed[at - 1] === letterBefore) {
        const swapped = ((twoAbove as Uint8Array)[at - 2] as number) + 1;
        if (swapped < distance) distance = swapped;
      }
      if (distance > max) distance = max + 1;
    }
    row[at] = distance;
    before = distance;
    if (distance < least) least = distance;
  }
  return least;
}

/** How a word matches what was typed; `prefix` is 1 where that is only the beginning of the word. */
export type TermMatch = { readonly typos: number; readonly prefix: 0 | 1 };

/**
 * Returns how `word`, or the best of its prefixes, matches what was typed; undefined beyond the table's `max` typos. The
 * table may be used again.
 */
export function matchTerm(table: DistanceTable, word: string): TermMatch | undefined {
  const { typed, max } = table;
  if (word.length < typed.length - max) return undefined;
  let best = typed.length > max ? max + 1 : typed.length;
  let whole = best;
  for (let depth = 1; depth <= word.length; depth++) {
    const least = fillRow(table, depth, word.charCodeAt(depth - 1), word.charCodeAt(depth - 2));
    whole = table.rows[depth]?.[typed.length] ?? whole;
    best = Math.min(best, whole);
    if (best === 0 || least > max) {
      if (depth < word.length) whole = max + 1;
      break;
    }
  }
  return best <= max ? { typos: best, prefix: whole === best ? 0 : 1 } : undefined;
}

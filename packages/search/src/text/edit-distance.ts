const numeral = /^\p{N}+$/u;

/** Returns how many typos a word may have: one from 4 letters, two from 8, none in a number. */
export function maxTypos(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 4 || numeral.test(word)) return 0;
  return length < 8 ? 1 : 2;
}

/** Distances between the first letters of a word (a row for each number of them) and each prefix of what was typed. */
export type DistanceTable = Uint8Array[];

/** Returns a table with the row of no letter; letters are UTF-16 code units, at most 240 of them. */
export function createDistanceTable(typed: string): DistanceTable {
  return [Uint8Array.from({ length: typed.length + 1 }, (_none, at) => at)];
}

/**
 * Fills the row of the word's first `depth` letters from the rows above it, and returns the least distance in it: optimal
 * string alignment, in which a missing, extra or wrong letter and two swapped neighbours count one each.
 */
export function fillRow(table: DistanceTable, depth: number, typed: string, word: string): number {
  const above = table[depth - 1] as Uint8Array;
  const row = table[depth] ?? new Uint8Array(above.length);
  table[depth] = row;
  row[0] = depth;
  const twoAbove = table[depth - 2];
  const letter = word.charCodeAt(depth - 1);
  const letterBefore = word.charCodeAt(depth - 2);
  let least = depth;
  for (let at = 1; at < row.length; at++) {
    const same = typed.charCodeAt(at - 1) === letter;
    let distance = (above[at - 1] as number) + (same ? 0 : 1);
    if ((above[at] as number) < distance) distance = (above[at] as number) + 1;
    if ((row[at - 1] as number) < distance) distance = (row[at - 1] as number) + 1;
    if (
      twoAbove &&
      at > 1 &&
      typed.charCodeAt(at - 2) === letter &&
      typed.charCodeAt(at - 1) === letterBefore
    )
      distance = Math.min(distance, (twoAbove[at - 2] as number) + 1);
    row[at] = distance;
    if (distance < least) least = distance;
  }
  return least;
}

/** How a word matches what was typed; `prefix` is 1 where that is only the beginning of the word. */
export type TermMatch = { readonly typos: number; readonly prefix: 0 | 1 };

/**
 * Returns how `word`, or the best of its prefixes, matches what was typed; undefined beyond `max` typos. `table`, of the
 * typed word, may be used again.
 */
export function matchTerm(
  typed: string,
  word: string,
  max: number,
  table = createDistanceTable(typed),
): TermMatch | undefined {
  if (word.startsWith(typed)) return { typos: 0, prefix: word.length === typed.length ? 0 : 1 };
  if (max === 0 || word.length < typed.length - max) return undefined;
  let best = typed.length;
  let whole = typed.length;
  for (let depth = 1; depth <= word.length; depth++) {
    const least = fillRow(table, depth, typed, word);
    whole = table[depth]?.[typed.length] ?? whole;
    best = Math.min(best, whole);
    if (least <= max) continue;
    whole = max + 1;
    break;
  }
  return best <= max ? { typos: best, prefix: whole === best ? 0 : 1 } : undefined;
}

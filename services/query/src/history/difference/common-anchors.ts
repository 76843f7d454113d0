/** A place in the older text and one in the newer that belong together. */
export type Anchor = readonly [older: number, newer: number];

/** Of three words with the spaces between them the words say enough. */
const [second, third] = [2, 4];

/**
 * Where two texts can be cut so that the pieces belong together, in order, the last cut at their ends: the common
 * beginning, the common end, and each run of words that stands once in both, as far as these are in the same order
 * (patience difference, B. Cohen). In a rewritten text there are few.
 */
export function commonAnchors(older: readonly string[], newer: readonly string[]): Anchor[] {
  const most = Math.min(older.length, newer.length);
  let start = 0;
  while (start < most && older[start] === newer[start]) start++;
  let end = 0;
  while (end < most - start && older.at(-1 - end) === newer.at(-1 - end)) end++;
  const ends: Anchor = [older.length - end, newer.length - end];
  const between = longestRising(uniqueRuns(older, newer, [start, start], ends));
  return [[start, start], ...between, ends, [older.length, newer.length]];
}

/** The places of runs that stand once in either text, in the order of the older. */
function uniqueRuns(older: readonly string[], newer: readonly string[], from: Anchor, to: Anchor): Anchor[] {
  const numbers = new Map<string, number>();
  // Three numbers below it make one that is still exact.
  const base = Math.min(older.length + newer.length, 200_000);
  const places = (tokens: readonly string[], first: number, last: number) => {
    const known = tokens.slice(first, last).map((token) => {
      const number = numbers.get(token) ?? numbers.size;
      numbers.set(token, number);
      return number;
    });
    const found = new Map<number, number>();
    for (let index = 0; index + third < known.length; index++) {
      const [one = 0, two = 0, three = 0] = [known[index], known[index + second], known[index + third]];
      const key = (one * base + two) * base + three;
      found.set(key, found.has(key) ? -1 : first + index);
    }
    return found;
  };
  const inNewer = places(newer, from[1], to[1]);
  return [...places(older, from[0], to[0])].flatMap(([key, place]): Anchor[] => {
    const other = inNewer.get(key) ?? -1;
    return place >= 0 && other >= 0 ? [[place, other]] : [];
  });
}

/** The longest choice of places that rise in both texts; they are given in the order of the older. */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  const before = new Array<number>(anchors.length).fill(-1);
  /** Of each length, the choice that ends lowest. */
  const ends: number[] = [];
  for (const [index, [, place]] of anchors.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((anchors[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  }
  const rising: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor) rising.push(anchor);
  }
  return rising.reverse();
}

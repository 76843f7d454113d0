import { diffArrays } from 'diff';
import type { DifferencePart } from './history.routes.ts';

/** Matching token indexes in the older and the newer text. */
type Anchor = readonly [older: number, newer: number];

/** A run of letters and digits, of white space, or of anything else. Together, the tokens are the whole text. */
const token = /[\p{L}\p{M}\p{N}'’]+|\s+|[^\p{L}\p{M}\p{N}'’\s]+/gu;

/**
 * Maximum number of edits between two anchors. Beyond it, the search for the shortest edit script stops, because its
 * time is quadratic.
 */
const maxEdits = 200;
/** Tighter limits for searches between distant anchors, and for the total of all unsuccessful searches. */
const maxSteps = 1_000_000;
const maxFailedSteps = 4 * maxEdits ** 2;

/** Offsets of the second and third word; the spaces between them are ignored. */
const [second, third] = [2, 4];

/**
 * Returns the word-by-word difference of two texts: without the added parts it is exactly `before`, without the removed
 * ones exactly `after`. Words that occur once in both texts and in the same order are kept. In between, the result is
 * the shortest edit script or, if too much differs, a single change. Runs in linear time, 0.1 s for 60,000 characters.
 */
export function wordDifference(before: string, after: string): DifferencePart[] {
  const older = before.match(token) ?? [];
  const newer = after.match(token) ?? [];
  const parts: DifferencePart[] = [];
  let failedSteps = 0;
  let last: Anchor = [0, 0];

  function search(removed: string[], added: string[]): DifferencePart[] {
    const maxEditLength = Math.min(
      maxEdits,
      Math.ceil(maxSteps / (removed.length + added.length)),
      Math.floor(Math.sqrt(maxFailedSteps - failedSteps)),
    );
    const changes =
      minEdits(removed, added) <= maxEditLength && diffArrays(removed, added, { maxEditLength });
    if (changes) return changes.map((change) => part(kindOf(change), change.value));
    failedSteps += maxEditLength ** 2;
    return [part('removed', removed), part('added', added)];
  }

  for (const anchor of commonAnchors(older, newer)) {
    const removed = older.slice(last[0], anchor[0]);
    const added = newer.slice(last[1], anchor[1]);
    const isSame = removed.length === added.length && removed.every((word, index) => word === added[index]);
    if (isSame) parts.push(part('same', removed));
    else if (removed.length === 0) parts.push(part('added', added));
    else if (added.length === 0) parts.push(part('removed', removed));
    else parts.push(...search(removed, added));
    last = anchor;
  }
  return joinBrokenChanges(parts);
}

/** Returns the surplus of tokens in one text or the other, a lower bound for the length of any edit script. */
function minEdits(removed: readonly string[], added: readonly string[]): number {
  const surplus = new Map<string, number>();
  for (const word of removed) surplus.set(word, (surplus.get(word) ?? 0) + 1);
  for (const word of added) surplus.set(word, (surplus.get(word) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }): DifferencePart['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same';

const part = (kind: DifferencePart['kind'], tokens: readonly string[]): DifferencePart => ({
  kind,
  text: tokens.join(''),
});

/**
 * Returns the anchors of a patience diff (B. Cohen) in order, ending with the ends of the texts: the common prefix and
 * suffix, and the runs of words that occur once in both texts and in the same order.
 */
function commonAnchors(older: readonly string[], newer: readonly string[]): Anchor[] {
  const max = Math.min(older.length, newer.length);
  let start = 0;
  while (start < max && older[start] === newer[start]) start++;
  let end = 0;
  while (end < max - start && older.at(-1 - end) === newer.at(-1 - end)) end++;
  const ends: Anchor = [older.length - end, newer.length - end];
  const between = longestIncreasing(uniqueRuns(older, newer, [start, start], ends));
  return [[start, start], ...between, ends, [older.length, newer.length]];
}

/** Returns the positions of runs that occur once in each text, in the order of the older text. */
function uniqueRuns(older: readonly string[], newer: readonly string[], from: Anchor, to: Anchor): Anchor[] {
  const places = (tokens: readonly string[], first: number, last: number) => {
    const found = new Map<string, number>();
    for (let index = first; index + third < last; index++) {
      const key = `${tokens[index]}\0${tokens[index + second]}\0${tokens[index + third]}`;
      found.set(key, found.has(key) ? -1 : index);
    }
    return found;
  };
  const inNewer = places(newer, from[1], to[1]);
  return [...places(older, from[0], to[0])].flatMap(([key, place]): Anchor[] => {
    const other = inNewer.get(key) ?? -1;
    return place >= 0 && other >= 0 ? [[place, other]] : [];
  });
}

/** Returns the longest subsequence of positions that increase in both texts, in the order of the older. */
function longestIncreasing(anchors: readonly Anchor[]): Anchor[] {
  const before = new Array<number>(anchors.length).fill(-1);
  /** For each length, the last anchor of the subsequence that ends lowest. */
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
  const increasing: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor) increasing.push(anchor);
  }
  return increasing.reverse();
}

/**
 * Returns the difference in readable form: without empty parts, with adjacent parts of the same kind joined, removed
 * parts before added ones, and changes that are separated only by a space merged.
 */
function joinBrokenChanges(parts: readonly DifferencePart[]): DifferencePart[] {
  const joined: DifferencePart[] = [];
  let pending = { same: '', removed: '', added: '' };
  const flush = (...kinds: DifferencePart['kind'][]) => {
    for (const kind of kinds) if (pending[kind] !== '') joined.push({ kind, text: pending[kind] });
    for (const kind of kinds) pending[kind] = '';
  };

  for (const { kind, text } of parts) {
    const { same, removed, added } = pending;
    if (text !== '' && kind !== 'same' && same !== '') {
      // White space between two changes in both texts belongs to both. Any other text ends the change before it.
      if (removed !== '' && added !== '' && /^\s+$/u.test(same))
        pending = { same: '', removed: removed + same, added: added + same };
      else flush('removed', 'added', 'same');
    }
    pending[kind] += text;
  }
  flush('removed', 'added', 'same');
  return joined;
}

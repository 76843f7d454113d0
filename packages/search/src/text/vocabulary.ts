const numeral = /^\p{N}+$/u;

/** Returns how many typos a word may have: one from 4 letters, two from 8, none in a number. */
export function maxTypos(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 4 || numeral.test(word)) return 0;
  return length < 8 ? 1 : 2;
}

/** A different word, and where it is: entries as an index makes them, in no order. */
export type Term = { readonly id: number; readonly word: string; readonly entries: number[] };

/** `prefix` is 1 where what was typed is only the beginning of the word. */
export type TermVisitor = (term: Term, typos: number, prefix: 0 | 1) => void;

export type Vocabulary = {
  /** Returns the term of a word, which is added where it is new. */
  add(word: string): Term;
  has(word: string): boolean;
  remove(term: Term): void;
  /**
   * Visits once each term that is the typed word, or begins with it, with at most `max` typos, and the fewest it has.
   */
  visitNear(typed: string, visit: TermVisitor, max?: number): void;
};

/** Words are folded to 60 letters, of two code units at most. */
const maxLetters = 120;

/**
 * The words one after the other, in flat arrays: where each begins, its letters, and with how many of them it begins
 * like the one before. Made anew, in some milliseconds, by the first search after words have come or gone.
 */
function layOut(terms: readonly Term[]) {
  const starts = new Uint32Array(terms.length + 1);
  for (const [at, { word }] of terms.entries()) starts[at + 1] = (starts[at] as number) + word.length;
  const letters = new Uint16Array(starts[terms.length] as number);
  const shared = new Uint8Array(terms.length);
  for (const [at, { word }] of terms.entries()) {
    const start = starts[at] as number;
    const before = terms[at - 1]?.word ?? '';
    let same = 0;
    while (same < before.length && before.charCodeAt(same) === word.charCodeAt(same)) same++;
    shared[at] = same;
    for (let letter = 0; letter < word.length; letter++) letters[start + letter] = word.charCodeAt(letter);
  }
  return { starts, letters, shared };
}

/**
 * Returns an empty vocabulary. Its words are in alphabetical order: a walk from the first to the last fills the table
 * of distances for the letters alone in which a word differs from the one before, and passes over words that begin like
 * one that can't match any more.
 */
export function createVocabulary(): Vocabulary {
  const terms = new Map<string, Term>();
  let sorted: Term[] = [];
  let added: Term[] = [];
  let layout: ReturnType<typeof layOut> | undefined;
  let nextId = 0;

  function laidOut() {
    if (layout) return layout;
    // A word may have gone and come again meanwhile.
    sorted = [...sorted, ...added].filter((term) => terms.get(term.word) === term);
    sorted.sort((one, other) => (one.word < other.word ? -1 : 1));
    added = [];
    layout = layOut(sorted);
    return layout;
  }

  function visitPrefixed(typed: string, visit: TermVisitor): void {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.word ?? '') < typed) low = middle + 1;
      else high = middle;
    }
    for (let term = sorted[low]; term?.word.startsWith(typed); term = sorted[++low])
      visit(term, 0, term.word.length === typed.length ? 0 : 1);
  }

  return {
    add(word) {
      const known = terms.get(word);
      if (known) return known;
      // A piece of a long text would keep all of that in memory.
      const copy = Buffer.from(word).toString();
      const term = { id: nextId++, word: copy, entries: [] };
      terms.set(copy, term);
      added.push(term);
      layout = undefined;
      return term;
    },
    has: (word) => terms.has(word),
    remove(term) {
      terms.delete(term.word);
      layout = undefined;
    },
    visitNear(typed, visit, max = maxTypos(typed)) {
      const { starts, letters, shared } = laidOut();
      if (max === 0) return visitPrefixed(typed, visit);
      const table = createDistanceTable(typed, max);
      const { length } = typed;
      /** The fewest typos of any prefix of the word, by the prefix's length. */
      const fewest = new Uint8Array(maxLetters + 1).fill(max + 1);
      /** So many letters of the word before have their rows. */
      let filled = 0;
      /** Words that share as many letters can't do better than the word before did at the last of them. */
      let settled = maxLetters + 1;
      let typosWhenSettled = 0;
      for (let at = 0; at < shared.length; at++) {
        const same = shared[at] as number;
        if (same >= settled) {
          if (typosWhenSettled <= max) visit(sorted[at] as Term, typosWhenSettled, 1);
          continue;
        }
        settled = maxLetters + 1;
        if (same < filled) filled = same;
        const start = starts[at] as number;
        const size = (starts[at + 1] as number) - start;
        if (size < length - max) continue;
        while (filled < size) {
          const letterBefore = filled > 0 ? (letters[start + filled - 1] as number) : -1;
          const least = fillRow(table, ++filled, letters[start + filled - 1] as number, letterBefore);
          const best = fewest[filled - 1] as number;
          const typos = table.rows[filled]?.[length] as number;
          fewest[filled] = Math.min(typos, best);
          if (least <= max && least <= (fewest[filled] as number)) continue;
          settled = filled;
          typosWhenSettled = fewest[filled] as number;
          break;
        }
        const typos = fewest[filled] as number;
        if (typos > max) continue;
        const isWhole = filled === size && table.rows[filled]?.[length] === typos;
        visit(sorted[at] as Term, typos, isWhole ? 0 : 1);
      }
    },
  };
}

/** Distances between the first letters of a word (a row for each number of them) and each prefix of what was typed. */
type DistanceTable = {
  readonly typed: Uint16Array;
  /** Distances beyond this are told as one more. */
  readonly max: number;
  readonly rows: Uint8Array[];
};

/** Returns a table with the row of no letter; letters are UTF-16 code units, at most 240 of them. */
function createDistanceTable(typed: string, max: number): DistanceTable {
  const row = Uint8Array.from({ length: typed.length + 1 }, (_none, at) => Math.min(at, max + 1));
  return { typed: Uint16Array.from(typed, (_none, at) => typed.charCodeAt(at)), max, rows: [row] };
}

/**
 * Fills the row of the word's first `depth` letters, of which the last two are given, from the rows above it, and
 * returns the least distance in it: optimal string alignment, in which a missing, extra or wrong letter and two swapped
 * neighbours count one each. Only prefixes that are at most `max` letters shorter or longer can be that near.
 */
function fillRow(
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

import { noPostings, type Postings } from './postings.ts';

export const numeral = /^\p{N}+$/u;

/** Returns how many typos a word may have: one from 4 letters, two from 8, none in a number. */
export function maxTypos(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 4 || numeral.test(word)) return 0;
  return length < 8 ? 1 : 2;
}

/** A distinct word and its postings. The IDs of removed terms are reused. */
export type Term = { readonly id: number; readonly word: string; readonly postings: Postings };

/** `prefix` is 1 if the typed text is only the beginning of the word. */
export type TermVisitor = (term: Term, typos: number, prefix: 0 | 1) => void;

/** Returns the key of the extra term that represents all words with the same first letter as `word`. */
export function firstLetterOf(word: string): string {
  return `${String.fromCodePoint(word.codePointAt(0) ?? 0)}*`;
}

/** Folded words have at most 60 characters, of at most two code units each. */
const maxLetters = 120;
/** Laying out this many words takes less than a millisecond; laying out all of them takes tens. */
const maxRecent = 1_000;

/**
 * Returns an empty vocabulary. Its words are walked in alphabetical order. The table of distances is then only filled
 * for the letters in which a word differs from the previous one, and words whose beginning rules out a match are
 * skipped. New words are laid out separately until there are many, so that the first search after a change is fast.
 */
export function createVocabulary() {
  const termOf = new Map<string, Term>();
  const terms: (Term | undefined)[] = [];
  const freeIds: number[] = [];
  const isThere = (term: Term) => terms[term.id] === term;
  /** Most words, including some that have since been removed. */
  let settled = layOut([]);
  /** Words added since the last layout of all words. */
  let recent: Term[] = [];
  let removed = 0;
  let layouts: readonly Layout[] | undefined;

  /** Returns layouts that together contain all words. */
  function laidOut(): readonly Layout[] {
    if (layouts) return layouts;
    recent = recent.filter(isThere);
    if (recent.length + removed > maxRecent) {
      settled = layOut([...settled.terms.filter(isThere), ...recent]);
      recent = [];
      removed = 0;
    }
    layouts = [settled, layOut(recent)];
    return layouts;
  }

  return {
    /** Returns the term of a word, adding it if it is new. */
    add(word: string): Term {
      const known = termOf.get(word);
      if (known) return known;
      // Copied, since a slice of a long text would keep the whole text in memory.
      const copy = Buffer.from(word).toString();
      const term = { id: freeIds.pop() ?? terms.length, word: copy, postings: noPostings() };
      termOf.set(copy, term);
      terms[term.id] = term;
      recent.push(term);
      layouts = undefined;
      return term;
    },
    find: (word: string) => termOf.get(word),
    get: (id: number) => terms[id],
    remove({ id, word }: Term): void {
      termOf.delete(word);
      terms[id] = undefined;
      freeIds.push(id);
      removed++;
      layouts = undefined;
    },
    /**
     * Visits each term that equals or begins with the typed word within `max` typos, with its fewest typos. If there is
     * a term for all words with the typed letter as their first, visits that term instead of those words.
     */
    visitNear(typed: string, visit: TermVisitor, max: number = maxTypos(typed)): void {
      const [whole, begun] = [termOf.get(typed), termOf.get(`${typed}*`)];
      if (begun) {
        if (whole) visit(whole, 0, 0);
        visit(begun, 0, 1);
        return;
      }
      const visitPresent: TermVisitor = (term, typos, prefix) => {
        if (isThere(term)) visit(term, typos, prefix);
      };
      for (const layout of laidOut()) walk(layout, typed, max, visitPresent);
    },
  };
}

type Layout = ReturnType<typeof layOut>;

/**
 * Returns the words in alphabetical order in flat arrays, which a walk reads much faster than objects: each word's
 * start and letters, how many letters it shares with the previous word, and the index of the next word that shares
 * fewer.
 */
function layOut(unsorted: readonly Term[]) {
  const terms = unsorted.toSorted((one, other) => (one.word < other.word ? -1 : 1));
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
  const fewer = new Uint32Array(terms.length);
  for (let at = terms.length - 1; at >= 0; at--) {
    let next = at + 1;
    while (next < terms.length && (shared[next] as number) >= (shared[at] as number))
      next = fewer[next] as number;
    fewer[at] = next;
  }
  return { terms, starts, letters, shared, fewer };
}

/** Visits each word of the layout that is close to the typed word. */
function walk(layout: Layout, typed: string, max: number, visit: TermVisitor): void {
  const { terms, starts, letters, shared, fewer } = layout;
  const { fillRow, fewest, typosOfAll } = createDistances(typed, max, letters);
  /** Number of letters of the previous word whose rows are filled. */
  let filled = 0;
  /** Words sharing at least this many letters with the previous word can't have fewer typos than it has by then. */
  let settled = maxLetters + 1;
  for (let at = 0; at < terms.length; ) {
    const term = terms[at] as Term;
    const same = shared[at] as number;
    if (same >= settled) {
      const typos = fewest[settled] as number;
      if (typos <= max) visit(term, typos, 1);
      at = typos <= max ? at + 1 : (fewer[at] as number);
      continue;
    }
    const start = starts[at++] as number;
    const size = (starts[at] as number) - start;
    settled = maxLetters + 1;
    filled = Math.min(filled, same);
    if (size < typed.length - max) continue;
    while (filled < size && settled > maxLetters) if (!fillRow(++filled, start)) settled = filled;
    const typos = fewest[filled] as number;
    if (typos <= max) visit(term, typos, filled === size && typosOfAll(filled) === typos ? 0 : 1);
  }
}

/**
 * Returns a table of distances between the prefixes of a word (one row per length) and the prefixes of the typed word,
 * by optimal string alignment: a missing, extra or wrong letter or two swapped neighbours count as one typo. Distances
 * beyond `max` are stored as `max + 1`; letters are UTF-16 code units.
 */
function createDistances(typed: string, max: number, letters: Uint16Array) {
  const { length } = typed;
  const width = length + 1;
  const typedLetters = Uint16Array.from({ length }, (_none, at) => typed.charCodeAt(at));
  const distances = new Uint8Array((length + max + 2) * width).fill(max + 1);
  for (let at = 0; at <= max; at++) distances[at] = at;
  /** Fewest typos of any prefix of the word, by its length. */
  const fewest = new Uint8Array(length + max + 2).fill(max + 1);

  /**
   * Fills the row for the first `depth` letters of the word at `start` from the rows above it. Returns whether further
   * letters could still lead to as few typos. Only prefixes at most `max` letters shorter or longer can be close
   * enough.
   */
  function fillRow(depth: number, start: number): boolean {
    const letter = letters[start + depth - 1];
    const letterBefore = depth > 1 ? letters[start + depth - 2] : -1;
    const row = depth * width;
    const above = row - width;
    const to = Math.min(length, depth + max);
    let before = Math.min(depth, max + 1);
    let least = before;
    let at = Math.max(1, depth - max);
    distances[row + at - 1] = before;
    for (; at <= to; at++) {
      let distance = distances[above + at - 1] as number;
      if (typedLetters[at - 1] !== letter) {
        distance = Math.min(distance, distances[above + at] as number, before) + 1;
        if (at > 1 && typedLetters[at - 2] === letter && typedLetters[at - 1] === letterBefore)
          distance = Math.min(distance, (distances[above - width + at - 2] as number) + 1);
        if (distance > max) distance = max + 1;
      }
      distances[row + at] = distance;
      before = distance;
      if (distance < least) least = distance;
    }
    const typos = Math.min(distances[row + length] as number, fewest[depth - 1] as number);
    fewest[depth] = typos;
    return least <= max && least <= typos;
  }

  return { fillRow, fewest, typosOfAll: (depth: number) => distances[depth * width + length] as number };
}

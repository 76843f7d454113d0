import { noPostings, type Postings } from './postings.ts';

export const numeral = /^\p{N}+$/u;

/** Returns how many typos a word may have: one from 4 letters, two from 8, none in a number. */
export function maxTypos(word: string): 0 | 1 | 2 {
  const { length } = [...word];
  if (length < 4 || numeral.test(word)) return 0;
  return length < 8 ? 1 : 2;
}

/** A different word, and where it is, as an index says that in numbers. The ids of removed terms come again. */
export type Term = { readonly id: number; readonly word: string; readonly postings: Postings };

/** `prefix` is 1 where what was typed is only the beginning of the word. */
export type TermVisitor = (term: Term, typos: number, prefix: 0 | 1) => void;

/** Returns what stands for all words that begin with the same letter as `word`, as a term beside them. */
export function firstLetterOf(word: string): string {
  return `${String.fromCodePoint(word.codePointAt(0) ?? 0)}*`;
}

/** Words are folded to 60 letters, of two code units at most. */
const maxLetters = 120;
/** To lay out so many words takes less than a millisecond; to lay out all of them, tens. */
const maxRecent = 1_000;

/**
 * Returns an empty vocabulary. Its words are walked in alphabetical order: that fills the table of distances for the
 * letters alone in which a word differs from the one before, and passes over words that begin like one that can't match
 * any more. New words are laid out by themselves until they are many, so that the first search after a change is fast.
 */
export function createVocabulary() {
  const termOf = new Map<string, Term>();
  const terms: (Term | undefined)[] = [];
  const freeIds: number[] = [];
  const isThere = (term: Term) => terms[term.id] === term;
  /** Most words, and some that have been removed since. */
  let settled = layOut([]);
  /** Added since the last layout of all words. */
  let recent: Term[] = [];
  let removed = 0;
  let layouts: readonly Layout[] | undefined;

  /** Returns layouts that have all words between them. */
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
    /** Returns the term of a word, which is added where it is new. */
    add(word: string): Term {
      const known = termOf.get(word);
      if (known) return known;
      // A piece of a long text would keep all of that in memory.
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
     * Visits each term that is the typed word, or begins with it, with at most `max` typos, and the fewest it has. Where
     * there is a term for all words with one first letter, it is visited for that letter, in place of them.
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
 * Returns the words in alphabetical order, one after the other in flat arrays, which a walk reads much faster than
 * objects: where each begins, its letters, with how many of them it begins like the one before, and which is the next
 * that has fewer of these.
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

/** Visits each word of the layout that is near to what was typed. */
function walk(layout: Layout, typed: string, max: number, visit: TermVisitor): void {
  const { terms, starts, letters, shared, fewer } = layout;
  const { fillRow, fewest, typosOfAll } = createDistances(typed, max, letters);
  /** So many letters of the word before have their rows. */
  let filled = 0;
  /** Words that share as many letters with the word before can't have fewer typos than it had at the last of them. */
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
 * Returns a table of distances between the first letters of a word (a row for each number of them) and each beginning of
 * what was typed, by optimal string alignment: a missing, extra or wrong letter and two swapped neighbours count one
 * each. Those beyond `max` are told as one more; letters are UTF-16 code units.
 */
function createDistances(typed: string, max: number, letters: Uint16Array) {
  const { length } = typed;
  const width = length + 1;
  const typedLetters = Uint16Array.from({ length }, (_none, at) => typed.charCodeAt(at));
  const distances = new Uint8Array((length + max + 2) * width).fill(max + 1);
  for (let at = 0; at <= max; at++) distances[at] = at;
  /** The fewest typos of any beginning of the word, by its letters. */
  const fewest = new Uint8Array(length + max + 2).fill(max + 1);

  /**
   * Fills the row of the first `depth` letters of the word at `start` from the rows above it. Returns whether more
   * letters may bring as few typos. Only beginnings that are at most `max` letters shorter or longer can be that near.
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

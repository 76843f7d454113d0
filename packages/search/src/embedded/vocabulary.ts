import { createDistanceTable, fillRow, maxTypos, type TermMatch } from '../text/edit-distance.ts';

/** A different word of the documents, and where it is: entries as the index makes them, in no order. */
export type Term = { readonly word: string; entries: number[] };

export type Vocabulary = {
  /** Returns the term of a word, which is added where it is new. */
  add(word: string): Term;
  has(word: string): boolean;
  remove(term: Term): void;
  /** Visits once each term that is the typed word, or begins with it, with at most `max` typos, and the fewest it has. */
  visitNear(typed: string, visit: (term: Term, match: TermMatch) => void, max?: number): void;
};

/** Words are folded to 60 letters, of two code units at most. */
const maxLetters = 120;
/** Sorting anew is cheaper than putting more new words than this in their places one by one. */
const maxInserted = 200;

/**
 * Words in alphabetical order, each with how many letters it begins with like the one before: a walk from first to last
 * fills the table of distances for the letters that differ alone, and passes over the words that begin like one that
 * can't match any more.
 */
export function createVocabulary(): Vocabulary {
  const terms = new Map<string, Term>();
  let sorted: Term[] = [];
  let shared: number[] = [];
  let added: Term[] = [];

  function sort(): void {
    if (added.length > maxInserted) {
      sorted = [...sorted, ...added].sort((one, other) => (one.word < other.word ? -1 : 1));
      shared = sorted.map(({ word }, at) => sharedLetters(sorted[at - 1]?.word, word));
    } else for (const term of added) insert(term);
    added = [];
  }

  function insert(term: Term): void {
    const at = firstFrom(term.word);
    sorted.splice(at, 0, term);
    shared.splice(at, 0, sharedLetters(sorted[at - 1]?.word, term.word));
    updateShared(at + 1);
  }

  function updateShared(at: number): void {
    const term = sorted[at];
    if (term) shared[at] = sharedLetters(sorted[at - 1]?.word, term.word);
  }

  /** The place of the first word that is not before this one. */
  function firstFrom(word: string): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle]?.word ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function visitPrefixed(typed: string, visit: (term: Term, match: TermMatch) => void): void {
    for (let at = firstFrom(typed); sorted[at]?.word.startsWith(typed); at++) {
      const term = sorted[at] as Term;
      visit(term, { typos: 0, prefix: term.word.length === typed.length ? 0 : 1 });
    }
  }

  return {
    add(word) {
      const known = terms.get(word);
      if (known) return known;
      const term: Term = { word, entries: [] };
      terms.set(word, term);
      added.push(term);
      return term;
    },
    has: (word) => terms.has(word),
    remove(term) {
      sort();
      const at = firstFrom(term.word);
      terms.delete(term.word);
      sorted.splice(at, 1);
      shared.splice(at, 1);
      updateShared(at);
    },
    visitNear(typed, visit, max = maxTypos(typed)) {
      sort();
      if (max === 0) return visitPrefixed(typed, visit);
      const table = createDistanceTable(typed);
      /** The fewest typos of any prefix of the word, by the prefix's length. */
      const fewest = new Uint8Array(maxLetters + 1).fill(typed.length);
      /** So many letters of the word before have their rows. */
      let filled = 0;
      /** Words that share more letters than this can't do better than the word before did at that letter. */
      let settled = Number.POSITIVE_INFINITY;
      for (let at = 0; at < sorted.length; at++) {
        const term = sorted[at] as Term;
        const same = shared[at] as number;
        if (same < settled) {
          settled = Number.POSITIVE_INFINITY;
          filled = Math.min(filled, same);
          if (term.word.length < typed.length - max) continue;
          while (filled < term.word.length && settled > filled) {
            filled++;
            const least = fillRow(table, filled, typed, term.word);
            fewest[filled] = Math.min(fewest[filled - 1] as number, table[filled]?.[typed.length] as number);
            if (least > Math.min(max, fewest[filled] as number)) settled = filled;
          }
        }
        const typos = fewest[Math.min(filled, term.word.length)] as number;
        if (typos > max) continue;
        const isWhole = filled === term.word.length && table[filled]?.[typed.length] === typos;
        visit(term, { typos, prefix: isWhole ? 0 : 1 });
      }
    },
  };
}

function sharedLetters(one: string | undefined, other: string): number {
  let letters = 0;
  while (one !== undefined && letters < one.length && one.charCodeAt(letters) === other.charCodeAt(letters))
    letters++;
  return letters;
}

import { fillRow, firstRows, lettersOf } from './errors.ts';

/** How a term fits what was typed: the errors, and 1 where what was typed is only its beginning. */
export type TermVisitor = (term: number, errors: number, beginning: 0 | 1) => void;

export type TermTree = {
  /** The number of a word, which it gets now unless it has one; they count from 0. */
  termOf(word: string): number;
  /** Each word; those that begin alike follow each other. No word may come to the tree meanwhile. */
  words(): Generator<readonly [word: string, term: number], void>;
  /**
   * Visits each term that has the typed word, with at most `most` errors, as a whole or as its beginning, once, with the
   * fewest errors that are possible.
   */
  visitNear(typed: string, most: number, visit: TermVisitor): void;
};

const firstCapacity = 4_096;
const none = 0xffff_ffff;

/**
 * Words in a tree of their letters, in flat arrays: a node has a letter, its parent, first child and next sibling, and
 * the term that ends there. Node 0 is the root; as a child or a sibling it is none. Nodes are found by parent and letter
 * in a table with open addressing. On the way down each letter fills one row of the table of errors.
 */
export function createTermTree(): TermTree {
  let capacity = firstCapacity;
  let nodes = 1;
  let size = 0;
  let letters = new Uint32Array(capacity);
  let children = new Uint32Array(capacity);
  let siblings = new Uint32Array(capacity);
  let parents = new Uint32Array(capacity);
  let terms = new Uint32Array(capacity).fill(none);
  /** How many letters the longest way down from a node has. */
  let heights = new Uint8Array(capacity);
  let table = new Uint32Array(capacity * 2);

  function grow(): void {
    capacity *= 2;
    const larger = (from: Uint32Array) => {
      const to = new Uint32Array(capacity);
      to.set(from);
      return to;
    };
    [letters, children, siblings, parents] = [letters, children, siblings, parents].map(larger) as [
      typeof letters,
      typeof letters,
      typeof letters,
      typeof letters,
    ];
    terms = larger(terms).fill(none, nodes);
    const higher = new Uint8Array(capacity);
    higher.set(heights);
    heights = higher;
    table = new Uint32Array(capacity * 2);
    for (let node = 1; node < nodes; node++) table[placeOf(parents[node] ?? 0, letters[node] ?? 0)] = node;
  }

  /** Where the child is in the table, or is to be. */
  function placeOf(parent: number, letter: number): number {
    const mask = table.length - 1;
    let place = (Math.imul(parent, 0x9e37_79b1) ^ Math.imul(letter, 0x85eb_ca6b)) & mask;
    for (;;) {
      const node = table[place] ?? 0;
      if (node === 0 || (parents[node] === parent && letters[node] === letter)) return place;
      place = (place + 1) & mask;
    }
  }

  function childOf(parent: number, letter: number): number {
    const there = table[placeOf(parent, letter)] ?? 0;
    if (there !== 0) return there;
    if (nodes === capacity) grow();
    const node = nodes++;
    letters[node] = letter;
    parents[node] = parent;
    siblings[node] = children[parent] ?? 0;
    children[parent] = node;
    table[placeOf(parent, letter)] = node;
    return node;
  }

  function raise(leaf: number): void {
    let height = 1;
    for (let node = leaf; node !== 0; node = parents[node] ?? 0) {
      const above = parents[node] ?? 0;
      if ((heights[above] ?? 0) >= height) return;
      heights[above] = height++;
    }
  }

  /** All terms from here on, of which the typed word is a beginning. */
  function visitSubtree(node: number, errors: number, visit: TermVisitor): void {
    const term = terms[node] ?? none;
    if (term !== none) visit(term, errors, 1);
    for (let next = children[node] ?? 0; next !== 0; next = siblings[next] ?? 0)
      visitSubtree(next, errors, visit);
  }

  return {
    termOf(word) {
      let node = 0;
      for (const letter of lettersOf(word)) node = childOf(node, letter);
      let term = terms[node] ?? none;
      if (term === none) {
        term = size++;
        terms[node] = term;
        raise(node);
      }
      return term;
    },
    *words() {
      const left: [node: number, beginning: string][] = [[0, '']];
      for (let at = left.pop(); at; at = left.pop()) {
        const [node, beginning] = at;
        const term = terms[node] ?? none;
        if (term !== none) yield [beginning, term];
        for (let next = children[node] ?? 0; next !== 0; next = siblings[next] ?? 0)
          left.push([next, beginning + String.fromCodePoint(letters[next] ?? 0)]);
      }
    },
    visitNear(word, most, visit) {
      const typed = lettersOf(word);
      const { length } = typed;
      if (length === 0) return;
      const path: number[] = [];
      const rows = firstRows(length);

      /** `fewest`: errors of the best beginning above. */
      function descend(node: number, depth: number, fewest: number): void {
        const errors = rows[depth]?.[length] ?? 0;
        const best = Math.min(errors, fewest);
        const term = terms[node] ?? none;
        if (term !== none && best <= most) visit(term, best, errors === best ? 0 : 1);
        for (let next = children[node] ?? 0; next !== 0; next = siblings[next] ?? 0) {
          if (best > most && depth + 1 + (heights[next] ?? 0) + most < length) continue;
          path[depth] = letters[next] ?? 0;
          if (fillRow(rows, depth + 1, typed, path) <= Math.min(best, most)) descend(next, depth + 1, best);
          else if (best <= most) visitSubtree(next, best, visit);
        }
      }
      descend(0, 0, none);
    },
  };
}

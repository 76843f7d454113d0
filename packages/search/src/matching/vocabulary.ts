/** In how many documents a word is, and in how many heads, which are titles and names. */
export type Frequency = { readonly documents: number; readonly heads: number };

/** Words that begin alike and are near to what was typed. */
export type Near = {
  /** What they begin with; for a whole word, the word. */
  readonly text: string;
  readonly errors: number;
  /** The errors of a shorter beginning that takes these words in already; `Infinity` where there is none. */
  readonly within: number;
} & Frequency;

/** What is near to a typed word. The frequencies of a beginning are sums over its words. */
export type NearWords = { readonly beginnings: readonly Near[]; readonly whole: readonly Near[] };

export type Vocabulary = {
  /** How many words have a document. */
  readonly size: number;
  /** Adds the word, or says how frequent it is from now on. */
  set(word: string, frequency: Frequency): void;
  /** The words that have the typed one, with at most that many errors, as a beginning or as a whole. */
  near(typed: string, most: number): NearWords;
};

const firstSize = 4_096;
const longestTyped = 64;

/**
 * Words in a tree of their letters, in flat arrays: a node has a letter, its first child and its next sibling, and what
 * is known of the words below it. Node 0 is the root; 0 as a child or sibling is none.
 */
export function createVocabulary(): Vocabulary {
  let capacity = firstSize;
  let nodes = 1;
  let size = 0;
  let letters = new Uint32Array(capacity);
  let child = new Uint32Array(capacity);
  let sibling = new Uint32Array(capacity);
  let documents = new Uint32Array(capacity);
  let heads = new Uint32Array(capacity);
  let documentsBelow = new Float64Array(capacity);
  let headsBelow = new Float64Array(capacity);

  function grow(): void {
    capacity *= 2;
    const larger = <Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers => {
      to.set(from);
      return to;
    };
    letters = larger(letters, new Uint32Array(capacity));
    child = larger(child, new Uint32Array(capacity));
    sibling = larger(sibling, new Uint32Array(capacity));
    documents = larger(documents, new Uint32Array(capacity));
    heads = larger(heads, new Uint32Array(capacity));
    documentsBelow = larger(documentsBelow, new Float64Array(capacity));
    headsBelow = larger(headsBelow, new Float64Array(capacity));
  }

  function childOf(parent: number, letter: number): number {
    let node = child[parent] ?? 0;
    while (node !== 0 && letters[node] !== letter) node = sibling[node] ?? 0;
    return node;
  }

  function childMade(parent: number, letter: number): number {
    const there = childOf(parent, letter);
    if (there !== 0) return there;
    if (nodes === capacity) grow();
    const node = nodes++;
    letters[node] = letter;
    sibling[node] = child[parent] ?? 0;
    child[parent] = node;
    return node;
  }

  const codesOf = (word: string) => Array.from(word, (letter) => letter.codePointAt(0) ?? 0);

  return {
    get size() {
      return size;
    },
    set(word, frequency) {
      const path = [0];
      for (const letter of codesOf(word)) path.push(childMade(path.at(-1) ?? 0, letter));
      const last = path.at(-1) ?? 0;
      const moreDocuments = frequency.documents - (documents[last] ?? 0);
      const moreHeads = frequency.heads - (heads[last] ?? 0);
      if (documents[last] === 0 && frequency.documents > 0) size++;
      if ((documents[last] ?? 0) > 0 && frequency.documents === 0) size--;
      documents[last] = frequency.documents;
      heads[last] = frequency.heads;
      for (const node of path) {
        documentsBelow[node] = (documentsBelow[node] ?? 0) + moreDocuments;
        headsBelow[node] = (headsBelow[node] ?? 0) + moreHeads;
      }
    },

    near(text, most) {
      const typed = codesOf(text).slice(0, longestTyped);
      const { length } = typed;
      const beginnings: Near[] = [];
      const whole: Near[] = [];
      const path: number[] = [];
      const rows: number[][] = [Array.from({ length: length + 1 }, (_none, index) => index)];

      /** `within`: least errors of a beginning above this node. */
      function visit(node: number, depth: number, within: number): void {
        if ((documentsBelow[node] ?? 0) <= 0) return;
        const row = rows[depth] ?? [];
        const errors = row[length] ?? 0;
        // A beginning that has more errors than may be is not there to take anything in.
        const least = errors <= most ? Math.min(errors, within) : within;
        if (errors <= most) {
          const found = { text: String.fromCodePoint(...path), errors };
          if (errors < within)
            beginnings.push({
              ...found,
              within,
              documents: documentsBelow[node] ?? 0,
              heads: headsBelow[node] ?? 0,
            });
          if (errors === least && (documents[node] ?? 0) > 0)
            whole.push({
              ...found,
              within: Number.POSITIVE_INFINITY,
              documents: documents[node] ?? 0,
              heads: heads[node] ?? 0,
            });
        }
        if (least === 0) return;
        for (let next = child[node] ?? 0; next !== 0; next = sibling[next] ?? 0) {
          path.push(letters[next] ?? 0);
          if (fillRow(letters[next] ?? 0, depth + 1) <= most) visit(next, depth + 1, least);
          path.pop();
        }
      }

      /** The errors between every beginning of what was typed and the letters down to here; gives the least. */
      function fillRow(letter: number, depth: number): number {
        const above = rows[depth - 1] ?? [];
        const earlier = rows[depth - 2];
        const letterBefore = path[depth - 2];
        let row = rows[depth];
        if (!row) {
          row = new Array<number>(length + 1).fill(0);
          rows[depth] = row;
        }
        let least = depth;
        row[0] = depth;
        for (let at = 1; at <= length; at++) {
          const wrong = typed[at - 1] === letter ? 0 : 1;
          let errors = (above[at - 1] ?? 0) + wrong;
          const extra = (above[at] ?? 0) + 1;
          if (extra < errors) errors = extra;
          const missing = (row[at - 1] ?? 0) + 1;
          if (missing < errors) errors = missing;
          if (earlier && at > 1 && typed[at - 2] === letter && typed[at - 1] === letterBefore) {
            const swapped = (earlier[at - 2] ?? 0) + 1;
            if (swapped < errors) errors = swapped;
          }
          row[at] = errors;
          if (errors < least) least = errors;
        }
        return least;
      }

      if (length > 0) visit(0, 0, Number.POSITIVE_INFINITY);
      return { beginnings, whole };
    },
  };
}

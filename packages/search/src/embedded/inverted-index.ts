import type { SearchPage } from '../search.port.ts';
import { type ParsedQuery, type QueryVariant, spacingVariants } from '../text/parse-query.ts';
import { createVocabulary, type Term, type TermVisitor } from '../text/vocabulary.ts';

/** The different words of a document by where they are. */
export type DocumentWords = {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** In title, name and text. */
  readonly words: readonly (readonly string[])[];
};

export type InvertedIndex = {
  /** Adds the document, in place of the one that had its id. */
  put(document: DocumentWords): void;
  remove(id: number): void;
  /**
   * Returns the ids of the best documents that have all words of one of the query's variants, best first; where there
   * are none, of those that have them with one space more or fewer and without a typo.
   */
  search(query: ParsedQuery, page: SearchPage): readonly number[];
};

type Slot = {
  readonly id: number;
  readonly createdAt: number;
  /** Ids of its terms. */
  readonly terms: Uint32Array;
};

/**
 * Typos before places (0 title, 1 name, 2 text) before words that are only begun: summed up they compare as numbers.
 */
const costOf = (typos: number, place: number, prefix: number) => (typos << 16) | (place << 8) | prefix;
/** The lowest bits of a term's entry are the place, the others the document's slot. */
const placeBits = 2;
/** Of 80 KB each for 20,000 documents. */
const maxRemembered = 64;
/** More than the words of a query can cost, and so little that ten of it are a number of 32 bits. */
const notFound = 1 << 24;

/**
 * Returns an empty index of documents' words in memory. A search finds the least that each word costs each document,
 * adds up, and takes the cheapest; newer before older at the same cost. Removed words leave memory at once.
 */
export function createInvertedIndex(): InvertedIndex {
  const vocabulary = createVocabulary();
  const slots: (Slot | undefined)[] = [];
  const slotOf = new Map<number, number>();
  const free: number[] = [];
  const terms = new Map<number, Term>();
  /** What words cost that were searched for last, until something changes: who types repeats them with each letter. */
  const costsOfWords = new Map<string, Int32Array>();

  function remove(id: number): void {
    const slot = slotOf.get(id);
    if (slot === undefined) return;
    costsOfWords.clear();
    for (const termId of slots[slot]?.terms ?? []) {
      const term = terms.get(termId);
      if (!term) continue;
      const { entries } = term;
      const at = entries.findIndex((entry) => entry >>> placeBits === slot);
      const last = entries.pop();
      if (last !== undefined && at < entries.length) entries[at] = last;
      if (entries.length > 0) continue;
      vocabulary.remove(term);
      terms.delete(termId);
    }
    slots[slot] = undefined;
    slotOf.delete(id);
    free.push(slot);
  }

  /** The least that the word costs each slot, with at most `max` typos. */
  function costsOf(word: string, max: number | undefined): Int32Array {
    const key = `${word} ${max}`;
    const known = costsOfWords.get(key);
    const costs = known ?? new Int32Array(slots.length).fill(notFound);
    costsOfWords.delete(key);
    costsOfWords.set(key, costs);
    if (known) return known;
    const [oldest] = costsOfWords.keys();
    if (costsOfWords.size > maxRemembered && oldest !== undefined) costsOfWords.delete(oldest);
    const visit: TermVisitor = ({ entries }, typos, prefix) => {
      const base = costOf(typos, 0, prefix);
      for (let at = 0; at < entries.length; at++) {
        const entry = entries[at] as number;
        const slot = entry >>> placeBits;
        const cost = base + costOf(0, entry & 3, 0);
        if (cost < (costs[slot] as number)) costs[slot] = cost;
      }
    };
    vocabulary.visitNear(word, visit, max);
    return costs;
  }

  /** Lowers `costs`, by slot, to what the variant costs. */
  function price(variant: QueryVariant, costs: Int32Array, max?: number): void {
    const sums = new Int32Array(slots.length);
    for (const word of variant) {
      const least = costsOf(word, max);
      for (let slot = 0; slot < sums.length; slot++)
        sums[slot] = (sums[slot] as number) + (least[slot] as number);
    }
    for (let slot = 0; slot < sums.length; slot++)
      if ((sums[slot] as number) < (costs[slot] as number)) costs[slot] = sums[slot] as number;
  }

  /** The best slots, best first. */
  function cheapest(costs: Int32Array, most: number): number[] {
    const isBetter = (one: number, other: number) => {
      const [first, second] = [slots[one], slots[other]];
      const difference =
        (costs[one] as number) - (costs[other] as number) ||
        (second?.createdAt ?? 0) - (first?.createdAt ?? 0) ||
        (second?.id ?? 0) - (first?.id ?? 0);
      return difference < 0;
    };
    const taken: number[] = [];
    let worst = notFound - 1;
    for (let slot = costs.length - 1; slot >= 0; slot--) {
      if ((costs[slot] as number) > worst || !slots[slot]) continue;
      let at = taken.length;
      while (at > 0 && isBetter(slot, taken[at - 1] ?? 0)) at--;
      if (at === most) continue;
      taken.splice(at, 0, slot);
      if (taken.length > most) taken.pop();
      if (taken.length === most) worst = costs[taken[most - 1] ?? 0] as number;
    }
    return taken;
  }

  return {
    put({ id, createdAt, words }) {
      remove(id);
      const slot = free.pop() ?? slots.length;
      const used = words.flatMap((each, place) =>
        each.map((word) => {
          const term = vocabulary.add(word);
          term.entries.push((slot << placeBits) | place);
          terms.set(term.id, term);
          return term.id;
        }),
      );
      costsOfWords.clear();
      slots[slot] = { id, createdAt, terms: Uint32Array.from(used) };
      slotOf.set(id, slot);
    },
    remove,
    search({ variants }, { limit, offset }) {
      const costs = new Int32Array(slots.length).fill(notFound);
      const most = offset + limit;
      for (const variant of variants) price(variant, costs);
      let found = cheapest(costs, most);
      if (found.length === 0) {
        for (const variant of variants)
          for (const spaced of spacingVariants(variant, vocabulary.has)) price(spaced, costs, 0);
        found = cheapest(costs, most);
      }
      return found.slice(offset).map((slot) => slots[slot]?.id ?? 0);
    },
  };
}

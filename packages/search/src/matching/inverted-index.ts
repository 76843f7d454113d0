import type { Reading } from '../words/words-of.ts';
import { errorsAllowed } from './errors.ts';
import { createPostings, placeBits } from './postings.ts';
import { createTermTree } from './term-tree.ts';

/** The different words of a document by where they are; a word may be in more than one place. */
export type DocumentWords = {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly title: Iterable<string>;
  readonly name: Iterable<string>;
  readonly text: Iterable<string>;
};

export type InvertedIndex = {
  /** How many documents there are. */
  readonly size: number;
  /** How many have been replaced or removed; what they had stays until the index is made anew. */
  readonly dead: number;
  /** Adds the document, in place of the one that had its id. */
  put(document: DocumentWords): void;
  remove(id: number): void;
  /** The ids of the best documents that have all words of one of the readings, at most `most` of them, best first. */
  best(readings: readonly Reading[], most: number): readonly number[];
};

/** Where a term is in a document, best first. */
const places = { title: 0, name: 1, text: 2 } as const;

/** Costs are added up word by word and compared as numbers: errors before places before beginnings. */
const costOf = (errors: number, place: number, beginning: number) =>
  (errors << 16) | (place << 8) | beginning;
const notFound = 0x7fff_ffff;

const longestShort = 2;
const mostShortWords = 64;

/** What each place costs, by errors and whether it is only a beginning. */
const costsOfPlaces = [0, 1, 2].map((errors) =>
  [0, 1].map((beginning) =>
    Int32Array.from(Object.values(places), (place) => costOf(errors, place, beginning)),
  ),
);

/**
 * All documents' words in memory. A document has a slot; a term has a list of entries, each a slot and a place
 * where the term is in that document. A search gives each slot the least cost of each word, adds them up, and takes the
 * best: nothing is left out and nothing guessed. About 8 bytes for each different word of a document.
 */
export function createInvertedIndex(): InvertedIndex {
  const tree = createTermTree();
  const postings = createPostings();
  const slots = new Map<number, number>();
  let ids = new Uint32Array(1_024);
  let created = new Float64Array(1_024);
  let used = 0;
  let costs = new Int32Array(0);
  let sums = new Int32Array(0);
  let least = new Int32Array(0);
  /** What short words cost, until something changes: they begin so many words that pricing them takes longest. */
  const shortWords = new Map<string, Int32Array>();

  function newSlot(id: number, createdAt: number): number {
    if (used === ids.length) {
      const [moreIds, moreCreated] = [new Uint32Array(used * 2), new Float64Array(used * 2)];
      moreIds.set(ids);
      moreCreated.set(created);
      [ids, created] = [moreIds, moreCreated];
    }
    ids[used] = id;
    created[used] = createdAt;
    return used++;
  }

  function remove(id: number): void {
    shortWords.clear();
    const slot = slots.get(id);
    if (slot === undefined) return;
    ids[slot] = 0;
    slots.delete(id);
  }

  /** The least cost of one word for each slot, in `costs`. */
  function priceWord(word: string): void {
    const kept = shortWords.get(word);
    if (kept) {
      costs.set(kept);
      return;
    }
    costs.fill(notFound, 0, used);
    tree.visitNear(word, errorsAllowed(word), (term, errors, beginning) => {
      const costOfPlaces = costsOfPlaces[errors]?.[beginning];
      if (costOfPlaces) postings.lower(costs, term, costOfPlaces);
    });
    if (word.length > longestShort) return;
    if (shortWords.size === mostShortWords) shortWords.clear();
    shortWords.set(word, costs.slice(0, used));
  }

  function priceReading(reading: Reading): void {
    sums.fill(0, 0, used);
    for (const word of reading) {
      priceWord(word);
      for (let slot = 0; slot < used; slot++) {
        const cost = costs[slot] ?? notFound;
        sums[slot] = cost === notFound || sums[slot] === notFound ? notFound : (sums[slot] ?? 0) + cost;
      }
    }
    for (let slot = 0; slot < used; slot++)
      if ((sums[slot] ?? 0) < (least[slot] ?? 0)) least[slot] = sums[slot] ?? notFound;
  }

  const isBetter = (one: number, other: number) => {
    const difference =
      (least[one] ?? 0) - (least[other] ?? 0) ||
      (created[other] ?? 0) - (created[one] ?? 0) ||
      (ids[other] ?? 0) - (ids[one] ?? 0);
    return difference < 0;
  };

  /** The best slots, best first. */
  function takeBest(most: number): number[] {
    const taken: number[] = [];
    for (let slot = used - 1; slot >= 0; slot--) {
      if (least[slot] === notFound || ids[slot] === 0) continue;
      const last = taken.at(-1);
      if (taken.length === most && last !== undefined && !isBetter(slot, last)) continue;
      let place = taken.length;
      while (place > 0 && isBetter(slot, taken[place - 1] ?? 0)) place--;
      taken.splice(place, 0, slot);
      if (taken.length > most) taken.pop();
    }
    return taken;
  }

  return {
    get size() {
      return slots.size;
    },
    get dead() {
      return used - slots.size;
    },
    put({ id, createdAt, title, name, text }) {
      remove(id);
      const slot = newSlot(id, createdAt);
      slots.set(id, slot);
      const put = (words: Iterable<string>, place: number) => {
        for (const word of words) postings.add(tree.termOf(word), ((slot << placeBits) | place) >>> 0);
      };
      put(title, places.title);
      put(name, places.name);
      put(text, places.text);
    },
    remove,
    best(readings, most) {
      if (readings.length === 0) return [];
      if (costs.length < used) {
        costs = new Int32Array(ids.length);
        sums = new Int32Array(ids.length);
        least = new Int32Array(ids.length);
      }
      least.fill(notFound, 0, used);
      for (const reading of readings) priceReading(reading);
      return takeBest(most).map((slot) => ids[slot] ?? 0);
    },
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
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
  /**
   * Puts what belongs together in one piece, which makes searching several times as fast once many documents have been
   * put. Takes about a second for 100,000 of them, in steps between which others get on; nothing may change meanwhile.
   */
  compact(): Promise<void>;
  /** The ids of the best documents that have all words of one of the readings, at most `most` of them, best first. */
  best(readings: readonly Reading[], most: number): readonly number[];
};

/** Where a term is in a document, best first. */
const places = { title: 0, name: 1, text: 2 } as const;

/** How a document has a word: a number that is less for what is better. */
const fitOf = (errors: number, place: number, beginning: number) => errors * 6 + place * 2 + beginning;
const noFit = 255;

/** Fits are added up word by word as costs, which are compared as numbers: errors before places before beginnings. */
const costOf = (errors: number, place: number, beginning: number) =>
  (errors << 16) | (place << 8) | beginning;
/** More than ten words can cost, and ten times as much is a number still. */
const notFound = 1 << 27;

const fits = [0, 1, 2].flatMap((errors) =>
  Object.values(places).flatMap((place) =>
    [0, 1].map((beginning) => ({ errors, place, beginning, fit: fitOf(errors, place, beginning) })),
  ),
);
const costOfFit = new Int32Array(noFit + 1).fill(notFound);
for (const { errors, place, beginning, fit } of fits) costOfFit[fit] = costOf(errors, place, beginning);

/** The fit of each place, by errors and whether it is only a beginning. */
const fitsOfPlaces = [0, 1, 2].map((errors) =>
  [0, 1].map((beginning) =>
    Uint8Array.from(Object.values(places), (place) => fitOf(errors, place, beginning)),
  ),
);

/** Bytes that the fits of words may take which were asked for before; those of 32 words are always kept. */
const mostKept = 16 * 1024 * 1024;
const leastKeptWords = 32;

/** Entries moved before others have their turn: some milliseconds. A word is as much work as so many, besides its own. */
const movedAtOnce = 20_000;
const leastOfWord = 20;

/**
 * All documents' words in memory. A document has a slot; a term has a list of entries, each a slot and a place
 * where the term is in that document. A search finds how each slot has each word at best, adds up what that costs, and
 * takes the cheapest: nothing is left out and nothing guessed. About 8 bytes for each different word of a document.
 */
export function createInvertedIndex(): InvertedIndex {
  let tree = createTermTree();
  let postings = createPostings();
  const slots = new Map<number, number>();
  let ids = new Uint32Array(1_024);
  let created = new Float64Array(1_024);
  let used = 0;
  let sums = new Int32Array(0);
  let least = new Int32Array(0);
  /** Fits of words, the one that was asked for last at the end; until something changes. */
  const kept = new Map<string, Uint8Array>();

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
    kept.clear();
    const slot = slots.get(id);
    if (slot === undefined) return;
    ids[slot] = 0;
    slots.delete(id);
  }

  /** How each slot has the word at best. Who types asks for the same words again with each letter. */
  function fitsOf(word: string): Uint8Array {
    const known = kept.get(word);
    kept.delete(word);
    const found = known ?? findFits(word, roomForFits());
    kept.set(word, found);
    return found;
  }

  /** The room of the word that was asked for longest ago, where those that are kept are enough. */
  function roomForFits(): Uint8Array {
    const [oldest] = kept;
    if (!oldest || kept.size < leastKeptWords || (kept.size + 1) * used <= mostKept)
      return new Uint8Array(used);
    kept.delete(oldest[0]);
    return oldest[1];
  }

  function findFits(word: string, found: Uint8Array): Uint8Array {
    found.fill(noFit);
    tree.visitNear(word, errorsAllowed(word), (term, errors, beginning) => {
      const fitOfPlaces = fitsOfPlaces[errors]?.[beginning];
      if (fitOfPlaces) postings.lower(found, term, fitOfPlaces);
    });
    return found;
  }

  /** What each slot costs by this reading. */
  function priceReading(reading: Reading, prices: Int32Array): void {
    prices.fill(0, 0, used);
    for (const word of reading) {
      const found = fitsOf(word);
      for (let slot = 0; slot < used; slot++)
        prices[slot] = (prices[slot] as number) + (costOfFit[found[slot] as number] as number);
    }
  }

  /** What each slot costs by the reading that makes it cheapest. */
  function priceReadings([first = [], ...others]: readonly Reading[]): void {
    priceReading(first, least);
    for (const reading of others) {
      priceReading(reading, sums);
      for (let slot = 0; slot < used; slot++)
        if ((sums[slot] as number) < (least[slot] as number)) least[slot] = sums[slot] as number;
    }
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
    let worst = notFound - 1;
    for (let slot = used - 1; slot >= 0; slot--) {
      if ((least[slot] as number) > worst || ids[slot] === 0) continue;
      let place = taken.length;
      while (place > 0 && isBetter(slot, taken[place - 1] ?? 0)) place--;
      if (place === most) continue;
      taken.splice(place, 0, slot);
      if (taken.length > most) taken.pop();
      if (taken.length === most) worst = least[taken.at(-1) ?? 0] ?? 0;
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
    async compact() {
      const [orderedTree, orderedPostings] = [createTermTree(), createPostings()];
      let moved = 0;
      for (const [word, term] of tree.words()) {
        const orderedTerm = orderedTree.termOf(word);
        const entries = postings.count(term);
        orderedPostings.reserve(orderedTerm, entries);
        postings.forEach(term, (entry) => orderedPostings.add(orderedTerm, entry));
        moved += leastOfWord + entries;
        if (moved < movedAtOnce) continue;
        moved = 0;
        await nextTurn();
      }
      [tree, postings] = [orderedTree, orderedPostings];
    },
    best(readings, most) {
      if (readings.length === 0) return [];
      if (sums.length < used) {
        sums = new Int32Array(ids.length);
        least = new Int32Array(ids.length);
      }
      priceReadings(readings);
      return takeBest(most).map((slot) => ids[slot] ?? 0);
    },
  };
}

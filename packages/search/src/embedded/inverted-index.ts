import type { SearchPage } from '../search.port.ts';
import { type ParsedQuery, type QueryVariant, spacingVariants } from '../text/parse-query.ts';
import {
  addPosting,
  isEmpty,
  noPostings,
  type Postings,
  postingsOf,
  readPostings,
  removePosting,
} from '../text/postings.ts';
import { maxSoundTypos, soundOf } from '../text/sound.ts';
import { createVocabulary, firstLetterOf, type Term, type TermVisitor } from '../text/vocabulary.ts';

/** The distinct words of a document, by place. */
export type DocumentWords = {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Words of the title, the name and the text. */
  readonly words: readonly (readonly string[])[];
};

export type InvertedIndex = ReturnType<typeof createInvertedIndex>;

type Slot = {
  readonly id: number;
  readonly createdAt: number;
  /** IDs of the document's terms. */
  readonly terms: Postings;
};

/** The lowest bits of a term's posting are the place (0 title, 1 name, 2 text), the others the document's slot. */
const placeBits = 2;
const placeMask = 3;
/** How well a word matches a document, as a byte: typos weigh more than places, and places more than prefix matches. */
const rankOf = (typos: number, place: number, prefix: number) => typos * 6 + place * 2 + prefix;
const noMatch = rankOf(2, 2, 1) + 1;
/** Higher than the cost of any query's words, yet low enough that the sum of ten fits in 32 bits. */
const notFound = 1 << 24;
/** Cost of each rank. Summed over several words, costs compare by typos first, then by places, then by prefixes. */
const costs = Int32Array.from({ length: noMatch + 1 }, (_none, rank) => {
  const [typos, place, prefix] = [Math.trunc(rank / 6), Math.trunc(rank / 2) % 3, rank % 2];
  return rank === noMatch ? notFound : (typos << 16) | (place << 8) | prefix;
});
/** Maximum number of cached arrays of ranks, each of 20 KB for 20,000 documents. */
const maxRemembered = 64;

/**
 * Returns an empty in-memory inverted index. A search determines how well each word matches each document, adds up the
 * costs and returns the cheapest documents; at equal cost, newer ones come first. Removed words are no longer found
 * from the moment of their removal; their memory is freed later.
 */
export function createInvertedIndex() {
  const vocabulary = createVocabulary();
  /** The sounds of the words; their postings are word IDs. */
  const sounds = createVocabulary();
  /** By word ID, the term for all words with the same first letter; it exists as long as the word does. */
  const letters: Term[] = [];
  const slots: (Slot | undefined)[] = [];
  const slotOf = new Map<number, number>();
  const free: number[] = [];
  /** By term ID, the last put that added the term. */
  const putOf: number[] = [];
  let puts = 0;
  /** Ranks of the words searched last, until the index changes: a user who types repeats them with every letter. */
  const ranksOfWords = new Map<string, Uint8Array>();

  /** Buffer for the postings of the current term: a new array for each would keep the garbage collector busy. */
  const read: number[] = [];
  /** Costs by slot, reused by the next search: new arrays of this size would keep the garbage collector busy. */
  let [totals, sums] = [new Int32Array(0), new Int32Array(0)];

  /** Returns the term of a word, adding it and indexing its sound if it is new. */
  function termOf(word: string): Term {
    const known = vocabulary.find(word);
    if (known) return known;
    const term = vocabulary.add(word);
    if (!word.endsWith('*')) {
      addPosting(sounds.add(soundOf(word)).postings, term.id);
      letters[term.id] = termOf(firstLetterOf(word));
    }
    return term;
  }

  function removeTerm(term: Term): void {
    vocabulary.remove(term);
    const sound = sounds.add(soundOf(term.word));
    removePosting(sound.postings, term.id);
    if (isEmpty(sound.postings)) sounds.remove(sound);
  }

  function clear(slot: number): void {
    ranksOfWords.clear();
    const termIds: number[] = [];
    readPostings(slots[slot]?.terms ?? noPostings(), termIds);
    for (const termId of termIds) {
      const term = vocabulary.get(termId) as Term;
      removePosting(term.postings, slot << placeBits, (slot << placeBits) | placeMask);
      if (isEmpty(term.postings)) removeTerm(term);
    }
    slots[slot] = undefined;
    free.push(slot);
  }

  /** Returns the best rank of the word in each slot, with at most `max` typos or by sound. */
  function ranksOf(word: string, max: number | 'sound' | undefined): Uint8Array {
    const key = `${word} ${max}`;
    const known = ranksOfWords.get(key);
    if (known) return known;
    if (ranksOfWords.size === maxRemembered) ranksOfWords.clear();
    const ranks = new Uint8Array(slots.length).fill(noMatch);
    ranksOfWords.set(key, ranks);
    const visit: TermVisitor = ({ postings }, typos, prefix) => {
      const count = readPostings(postings, read);
      for (let at = 0; at < count; at++) {
        const posting = read[at] as number;
        const slot = posting >>> placeBits;
        const rank = rankOf(typos, posting & placeMask, prefix);
        if (rank < (ranks[slot] as number)) ranks[slot] = rank;
      }
    };
    if (max === 'sound') {
      const sound = soundOf(word);
      const visitWords: TermVisitor = ({ postings }, ...rest) => {
        const ids: number[] = [];
        readPostings(postings, ids);
        for (const id of ids) visit(vocabulary.get(id) as Term, ...rest);
      };
      sounds.visitNear(sound, visitWords, maxSoundTypos(sound));
    } else vocabulary.visitNear(word, visit, max);
    return ranks;
  }

  /** Lowers each slot's total to the cost of the variant's words if that is lower. */
  function price(variant: QueryVariant, max?: number | 'sound'): void {
    sums.fill(0);
    for (const word of variant) {
      const ranks = ranksOf(word, max);
      for (let slot = 0; slot < sums.length; slot++)
        sums[slot] = (sums[slot] as number) + (costs[ranks[slot] as number] as number);
    }
    for (let slot = 0; slot < sums.length; slot++)
      if ((sums[slot] as number) < (totals[slot] as number)) totals[slot] = sums[slot] as number;
  }

  /** Returns the best slots, best first. */
  function cheapest(most: number): number[] {
    const isBetter = (one: number, other: number) => {
      const [first, second] = [slots[one], slots[other]];
      const difference =
        (totals[one] as number) - (totals[other] as number) ||
        (second?.createdAt ?? 0) - (first?.createdAt ?? 0) ||
        (second?.id ?? 0) - (first?.id ?? 0);
      return difference < 0;
    };
    const taken: number[] = [];
    let worst = notFound - 1;
    for (let slot = totals.length - 1; slot >= 0; slot--) {
      if ((totals[slot] as number) > worst || !slots[slot]) continue;
      let at = taken.length;
      while (at > 0 && isBetter(slot, taken[at - 1] ?? 0)) at--;
      if (at === most) continue;
      taken.splice(at, 0, slot);
      if (taken.length > most) taken.pop();
      if (taken.length === most) worst = totals[taken[most - 1] ?? 0] as number;
    }
    return taken;
  }

  return {
    /** Adds the document, replacing any with the same ID. */
    put({ id, createdAt, words }: DocumentWords): void {
      const before = slotOf.get(id);
      const slot = free.pop() ?? slots.length;
      const ids: number[] = [];
      puts++;
      const add = ({ id: termId, postings }: Term, place: number) => {
        if (putOf[termId] === puts) return;
        putOf[termId] = puts;
        ids.push(termId);
        addPosting(postings, (slot << placeBits) | place);
      };
      for (const [place, each] of words.entries())
        for (const word of each) {
          const term = termOf(word);
          add(term, place);
          add(letters[term.id] as Term, place);
        }
      ranksOfWords.clear();
      slots[slot] = { id, createdAt, terms: postingsOf(Uint32Array.from(ids).sort()) };
      slotOf.set(id, slot);
      // Last, so that terms which the document keeps are not removed in between.
      if (before !== undefined) clear(before);
    },
    /** Returns the number of documents. */
    size: () => slotOf.size,
    remove(id: number): void {
      const slot = slotOf.get(id);
      slotOf.delete(id);
      if (slot !== undefined) clear(slot);
    },
    /**
     * Returns the IDs of the best documents that contain all words of one of the query's variants, best first. If there
     * are none, returns those that match without typos after adding or removing one space; failing that, those that
     * contain words that sound alike.
     */
    search({ variants }: ParsedQuery, { limit, offset }: SearchPage): readonly number[] {
      if (totals.length !== slots.length)
        [totals, sums] = [new Int32Array(slots.length), new Int32Array(slots.length)];
      totals.fill(notFound);
      const most = offset + limit;
      for (const variant of variants) price(variant);
      let found = cheapest(most);
      if (found.length === 0) {
        for (const variant of variants)
          for (const spaced of spacingVariants(variant, (word) => vocabulary.find(word) !== undefined))
            price(spaced, 0);
        found = cheapest(most);
      }
      if (found.length === 0) {
        for (const variant of variants) price(variant, 'sound');
        found = cheapest(most);
      }
      return found.slice(offset).map((slot) => slots[slot]?.id ?? 0);
    },
  };
}

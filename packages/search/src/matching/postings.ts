/** The lowest bits of an entry say where in a document the term is; the others are the document's slot. */
export const placeBits = 2;
const placeMask = 2 ** placeBits - 1;

/** For each term the entries that it has, in the order in which they came: numbers below 2³². */
export type Postings = {
  add(term: number, entry: number): void;
  /** Makes room for the entries that the term is about to get, and is not to have any before, in one piece. */
  reserve(term: number, entries: number): void;
  /** How many entries the term has. */
  count(term: number): number;
  forEach(term: number, visit: (entry: number) => void): void;
  /** For each entry of the term, lowers the fit of its slot to that of its place, unless it is lower already. */
  lower(fits: Uint8Array, term: number, fitOfPlaces: Uint8Array): void;
};

const firstChunk = 2;
const largestChunk = 1_024;
/** A chunk begins with how many entries it takes and where the next one is; 0 is none. */
const headLength = 2;

/** Lists in one array that grows: a list is a chain of chunks, each twice as long as the one before up to 1,024 entries. */
export function createPostings(): Postings {
  let pool = new Uint32Array(65_536);
  let used = 1;
  let first = new Uint32Array(4_096);
  let last = new Uint32Array(4_096);
  /** Where the next entry of the term goes in its last chunk. */
  let next = new Uint32Array(4_096);

  function growTo(term: number): void {
    if (term < first.length) return;
    const length = Math.max(term + 1, first.length * 2);
    const larger = (from: Uint32Array) => {
      const to = new Uint32Array(length);
      to.set(from);
      return to;
    };
    first = larger(first);
    last = larger(last);
    next = larger(next);
  }

  function addChunk(term: number, entries: number): void {
    const chunk = used;
    used += headLength + entries;
    if (used > pool.length) {
      const larger = new Uint32Array(Math.max(used, Math.ceil(pool.length * 1.5)));
      larger.set(pool);
      pool = larger;
    }
    pool[chunk] = entries;
    const before = last[term] ?? 0;
    if (before === 0) first[term] = chunk;
    else pool[before + 1] = chunk;
    last[term] = chunk;
    next[term] = chunk + headLength;
  }

  const endOf = (chunk: number, term: number) =>
    chunk === last[term] ? (next[term] as number) : chunk + headLength + (pool[chunk] as number);

  return {
    add(term, entry) {
      growTo(term);
      const chunk = last[term] ?? 0;
      if (chunk === 0) addChunk(term, firstChunk);
      else if (next[term] === chunk + headLength + (pool[chunk] ?? 0))
        addChunk(term, Math.min(2 * (pool[chunk] ?? 0), largestChunk));
      const place = next[term] ?? 0;
      pool[place] = entry;
      next[term] = place + 1;
    },
    reserve(term, entries) {
      growTo(term);
      if (entries > 0) addChunk(term, entries);
    },
    count(term) {
      let entries = 0;
      for (let chunk = first[term] ?? 0; chunk !== 0; chunk = pool[chunk + 1] ?? 0)
        entries += endOf(chunk, term) - chunk - headLength;
      return entries;
    },
    forEach(term, visit) {
      for (let chunk = first[term] ?? 0; chunk !== 0; chunk = pool[chunk + 1] ?? 0) {
        const end = endOf(chunk, term);
        for (let place = chunk + headLength; place < end; place++) visit(pool[place] as number);
      }
    },
    lower(fits, term, fitOfPlaces) {
      for (let chunk = first[term] as number; chunk !== 0; chunk = pool[chunk + 1] as number) {
        const end = endOf(chunk, term);
        for (let place = chunk + headLength; place < end; place++) {
          const entry = pool[place] as number;
          const fit = fitOfPlaces[entry & placeMask] as number;
          const slot = entry >>> placeBits;
          if (fit < (fits[slot] as number)) fits[slot] = fit;
        }
      }
    },
  };
}

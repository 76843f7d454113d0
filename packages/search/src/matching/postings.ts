/** The lowest bits of an entry say where in a document the term is; the others are the document's slot. */
export const placeBits = 2;
const placeMask = 2 ** placeBits - 1;

/** For each term the entries that it has, in the order in which they came: numbers below 2³². */
export type Postings = {
  add(term: number, entry: number): void;
  /** For each entry of the term, lowers the cost of its slot to that of its place, unless it is lower already. */
  lower(costs: Int32Array, term: number, costOfPlaces: Int32Array): void;
};

const firstChunk = 2;
const largestChunk = 1_024;

/**
 * Lists in one array that grows: a list is a chain of chunks, each twice as long as the one before up to 1,024 entries. A
 * chunk ends with the place of the next one; 0 is none.
 */
export function createPostings(): Postings {
  let pool = new Uint32Array(65_536);
  let used = 1;
  let first = new Uint32Array(4_096);
  /** Where the next entry of the term goes, and how many more its chunk takes. */
  let next = new Uint32Array(4_096);
  let room = new Uint16Array(4_096);
  let size = new Uint16Array(4_096);

  function reserve(entries: number): number {
    const place = used;
    used += entries;
    if (used > pool.length) {
      const larger = new Uint32Array(Math.max(used, Math.ceil(pool.length * 1.5)));
      larger.set(pool);
      pool = larger;
    }
    return place;
  }

  function makeRoomFor(term: number): void {
    if (term < first.length) return;
    const length = Math.max(term + 1, first.length * 2);
    const larger = <Numbers extends Uint32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers => {
      to.set(from);
      return to;
    };
    first = larger(first, new Uint32Array(length));
    next = larger(next, new Uint32Array(length));
    room = larger(room, new Uint16Array(length));
    size = larger(size, new Uint16Array(length));
  }

  return {
    add(term, entry) {
      makeRoomFor(term);
      if (room[term] === 0) {
        const length = Math.min(Math.max(firstChunk, 2 * (size[term] ?? 0)), largestChunk);
        const chunk = reserve(length + 1);
        if (size[term] === 0) first[term] = chunk;
        else pool[next[term] ?? 0] = chunk;
        size[term] = length;
        room[term] = length;
        next[term] = chunk;
      }
      const place = next[term] ?? 0;
      pool[place] = entry;
      next[term] = place + 1;
      room[term] = (room[term] ?? 0) - 1;
    },
    lower(costs, term, costOfPlaces) {
      const end = next[term] ?? 0;
      let place = first[term] ?? 0;
      for (let length = firstChunk; place !== 0; length = Math.min(2 * length, largestChunk)) {
        const last = Math.min(place + length, end > place && end <= place + length ? end : place + length);
        for (; place < last; place++) {
          const entry = pool[place] as number;
          const cost = costOfPlaces[entry & placeMask] as number;
          const slot = entry >>> placeBits;
          if (cost < (costs[slot] as number)) costs[slot] = cost;
        }
        if (place === end) return;
        place = pool[place] ?? 0;
      }
    },
  };
}

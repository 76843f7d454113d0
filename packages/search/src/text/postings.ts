/**
 * Distinct integers from 0 to 2³¹ in ascending order. `bytes` contains the difference of each number after the first to
 * its predecessor, as a varint: seven bits per byte, the lowest first. Most postings of a frequent word take one byte,
 * compared with eight in an array.
 */
export type Postings = {
  first: number;
  last: number;
  bytes: Uint8Array;
  /** Number of bytes in use; -1 if there are no numbers. */
  size: number;
};

const none = new Uint8Array(0);
const smallest = 8;
const more = 0x80;

export const noPostings = (): Postings => ({ first: 0, last: 0, bytes: none, size: -1 });

/** Returns postings of numbers given in ascending order, in as little memory as possible. */
export function postingsOf(numbers: Iterable<number>): Postings {
  const postings = noPostings();
  for (const number of numbers) addPosting(postings, number);
  // Buffer.from copies into a shared pool; a separate array would have more overhead than content.
  postings.bytes = Buffer.from(postings.bytes.subarray(0, Math.max(0, postings.size)));
  return postings;
}

export const isEmpty = ({ size }: Postings): boolean => size < 0;

/** Adds a number unless it is present. Fast if it is higher than all others. */
export function addPosting(postings: Postings, number: number): void {
  const { first, last, size } = postings;
  if (size < 0) {
    postings.first = number;
    postings.last = number;
    postings.size = 0;
  } else if (number > last) {
    append(postings, number - last);
    postings.last = number;
  } else if (number < first) {
    splice(postings, 0, 0, first - number);
    postings.first = number;
  } else {
    const { from, to, before, after } = find(postings, number);
    if (after > number && before < number) splice(postings, from, to, number - before, after - number);
  }
}

/** Removes the lowest number from `lowest` to `highest`, if there is one. */
export function removePosting(postings: Postings, lowest: number, highest: number = lowest): void {
  const { first, last, size } = postings;
  if (size < 0 || highest < first || lowest > last) return;
  if (size === 0) postings.size = -1;
  else if (lowest <= first) {
    const second = find(postings, first);
    splice(postings, 0, second.to);
    postings.first = second.after;
  } else {
    const { from, to, before, after } = find(postings, lowest);
    if (after > highest) return;
    if (after === last) {
      splice(postings, from, to);
      postings.last = before;
    } else {
      const next = find(postings, after + 1);
      splice(postings, from, next.to, next.after - before);
    }
  }
}

/** Writes the numbers in ascending order to the beginning of `into`, and returns their count. */
export function readPostings({ first, bytes, size }: Postings, into: number[]): number {
  if (size < 0) return 0;
  let count = 0;
  let number = first;
  into[count++] = number;
  for (let at = 0; at < size; ) {
    let byte = bytes[at++] as number;
    let difference = byte & ~more;
    for (let shift = 7; byte & more; shift += 7) {
      byte = bytes[at++] as number;
      difference |= (byte & ~more) << shift;
    }
    number += difference;
    into[count++] = number;
  }
  return count;
}

/**
 * Returns the lowest number after the first that is not below `number` (`after`), its predecessor (`before`), and the
 * range of bytes of their difference. Such a number must exist.
 */
function find({ first, bytes, size }: Postings, number: number) {
  let [from, to, before, after] = [0, 0, first, first];
  while (to < size && (to === 0 || after < number)) {
    before = after;
    from = to;
    let shift = 0;
    let byte: number;
    do {
      byte = bytes[to++] as number;
      after += (byte & ~more) << shift;
      shift += 7;
    } while (byte & more);
  }
  return { from, to, before, after };
}

/** Appends a difference: most postings are added this way, and quickly. */
function append(postings: Postings, difference: number): void {
  const { size } = postings;
  const bytes = reserve(postings, size + bytesOf(difference));
  postings.size = write(bytes, size, difference);
}

/** Replaces the bytes from `from` to `to` with differences. */
function splice(postings: Postings, from: number, to: number, ...differences: readonly number[]): void {
  const { size } = postings;
  const behind = differences.reduce((at, difference) => at + bytesOf(difference), from);
  const bytes = reserve(postings, size + behind - to);
  bytes.copyWithin(behind, to, size);
  postings.size = size + behind - to;
  let at = from;
  for (const difference of differences) at = write(bytes, at, difference);
}

/** Returns the bytes, grown to at least `size` if necessary. */
function reserve(postings: Postings, size: number): Uint8Array {
  if (size > postings.bytes.length) {
    const larger = new Uint8Array(Math.max(smallest, size + (size >> 1)));
    larger.set(postings.bytes.subarray(0, postings.size));
    postings.bytes = larger;
  }
  return postings.bytes;
}

/** Writes a difference and returns the offset of the next one. */
function write(bytes: Uint8Array, from: number, difference: number): number {
  let at = from;
  let left = difference;
  for (; left >= more; left >>>= 7) bytes[at++] = (left & ~more) | more;
  bytes[at++] = left;
  return at;
}

const bytesOf = (difference: number) =>
  difference < 1 << 7
    ? 1
    : difference < 1 << 14
      ? 2
      : difference < 1 << 21
        ? 3
        : difference < 1 << 28
          ? 4
          : 5;

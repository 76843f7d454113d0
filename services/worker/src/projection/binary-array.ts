import { transcode } from 'node:buffer';

const textType = 25;
const integerType = 23;
const headLength = 20;

/**
 * A `text[]` as Postgres' binary protocol has it, for a parameter of a statement. Much faster on both sides than the
 * text form, in which every quote and backslash is escaped and parsed again.
 */
export function textArray(values: readonly (string | null | undefined)[]): Buffer {
  const texts = values.filter((value) => value !== null && value !== undefined);
  const { bytes, ends } = encode(texts);
  const length = headLength + 4 * values.length + bytes.length - texts.length;
  const array = head(length, textType, values.length, texts.length < values.length);
  let at = headLength;
  let from = 0;
  let index = 0;
  for (const value of values) {
    if (value === null || value === undefined) {
      at = array.writeInt32BE(-1, at);
      continue;
    }
    const end = ends[index++] ?? from;
    at = array.writeInt32BE(end - from, at);
    at += bytes.copy(array, at, from, end);
    from = end + 1;
  }
  return array;
}

/** Each text in UTF-8, followed by a NUL, and where each ends. */
type Encoded = { readonly bytes: Buffer; readonly ends: readonly number[] };

/** Going by way of UTF-16, which is a copy, and converting all at once takes a fifth of the time of one by one. */
function encode(texts: readonly string[]): Encoded {
  let units = 0;
  for (const text of texts) units += text.length + 1;
  const wide = Buffer.allocUnsafe(2 * units);
  let at = 0;
  for (const text of texts) {
    at += wide.write(text, at, 'utf16le');
    at = wide.writeUInt16LE(0, at);
  }
  const bytes = inUtf8(wide);
  const ends: number[] = [];
  for (let end = bytes?.indexOf(0) ?? -1; bytes && end >= 0; end = bytes.indexOf(0, end + 1)) ends.push(end);
  return bytes && ends.length === texts.length ? { bytes, ends } : encodeOneByOne(texts);
}

/** Undefined where there is half a pair of surrogates. */
function inUtf8(utf16: Buffer): Buffer | undefined {
  try {
    return transcode(utf16, 'utf16le', 'utf8');
  } catch {
    return undefined;
  }
}

/** For texts that hold a NUL or half a pair of surrogates: the database may refuse the one, the other is replaced. */
function encodeOneByOne(texts: readonly string[]): Encoded {
  const parts = texts.map((text) => Buffer.from(`${text}\0`));
  let length = 0;
  const ends = parts.map((part) => {
    length += part.length;
    return length - 1;
  });
  return { bytes: Buffer.concat(parts), ends };
}

/** An `integer[]` in the binary protocol, see `textArray`. */
export function integerArray(values: readonly (number | null | undefined)[]): Buffer {
  const nulls = values.filter((value) => value === null || value === undefined).length;
  const bytes = head(headLength + 8 * values.length - 4 * nulls, integerType, values.length, nulls > 0);
  let at = headLength;
  for (const value of values) {
    if (value === null || value === undefined) {
      at = bytes.writeInt32BE(-1, at);
      continue;
    }
    at = bytes.writeInt32BE(4, at);
    at = bytes.writeInt32BE(value, at);
  }
  return bytes;
}

/** One dimension, counted from 1 (https://www.postgresql.org/docs/current/protocol-overview.html, array_recv). */
function head(length: number, elementType: number, count: number, hasNull: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(hasNull ? 1 : 0, 4);
  bytes.writeInt32BE(elementType, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}

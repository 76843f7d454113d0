/** Type ids as every Postgres has them. */
const elementTypes = { integer: 23, text: 25 } as const;
const headLength = 20;
/** Most bytes that a UTF-16 code unit takes in UTF-8. */
const maxBytesPerUnit = 3;

type Values<Value> = readonly (Value | null | undefined)[];

/**
 * Returns a `text[]` in Postgres' binary protocol, for a parameter of a statement. Much faster on both sides than the
 * text form, in which every quote and backslash is escaped and parsed again.
 */
export function textArray(values: Values<string>): Buffer {
  let units = 0;
  for (const value of values) units += value?.length ?? 0;
  return build('text', values, units * maxBytesPerUnit, (array, at, value) => array.write(value, at));
}

/** Returns an `integer[]` in the binary protocol, see `textArray`. */
export function integerArray(values: Values<number>): Buffer {
  const write = (array: Buffer, at: number, value: number) => array.writeInt32BE(value, at) - at;
  return build('integer', values, 4 * values.length, write);
}

/**
 * One dimension, counted from 1 (https://www.postgresql.org/docs/current/protocol-overview.html, array_recv).
 * `maxContent` is the most bytes that the values take; `write` puts one in its place and returns its length.
 */
function build<Value>(
  type: keyof typeof elementTypes,
  values: Values<Value>,
  maxContent: number,
  write: (array: Buffer, at: number, value: Value) => number,
): Buffer {
  const array = Buffer.allocUnsafe(headLength + 4 * values.length + maxContent);
  let hasNull = 0;
  let at = headLength;
  for (const value of values) {
    let length = -1;
    if (value === null || value === undefined) hasNull = 1;
    else length = write(array, at + 4, value);
    at = array.writeInt32BE(length, at) + Math.max(length, 0);
  }
  for (const [index, word] of [1, hasNull, elementTypes[type], values.length, 1].entries())
    array.writeInt32BE(word, 4 * index);
  return array.subarray(0, at);
}

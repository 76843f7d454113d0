import { encodeTexts } from './encode-texts.ts';

/** Type ids as every Postgres has them. */
const elementTypes = { integer: 23, bigint: 20, text: 25, json: 114, uuid: 2950 } as const;
const headLength = 20;

type Values<Value> = readonly (Value | null | undefined)[];

/**
 * A `text[]` or `json[]` as Postgres' binary protocol has it, for a parameter of a statement. Much faster on both
 * sides than the text form, in which every quote and backslash is escaped and parsed again.
 */
export function textArray(values: Values<string>, type: 'text' | 'json' = 'text'): Buffer {
  const texts = values.filter((value) => value !== null && value !== undefined);
  const { bytes, ends } = encodeTexts(texts);
  let from = 0;
  let index = 0;
  return build(type, values, bytes.length - texts.length, (array, at) => {
    const end = ends[index++] ?? from;
    const length = bytes.copy(array, at, from, end);
    from = end + 1;
    return length;
  });
}

/** An `integer[]` in the binary protocol, see `textArray`. */
export function integerArray(values: Values<number>): Buffer {
  return build(
    'integer',
    values,
    4 * values.length,
    (array, at, value) => array.writeInt32BE(value, at) - at,
  );
}

/** A `bigint[]` in the binary protocol, see `textArray`. */
export function bigintArray(values: Values<number | bigint>): Buffer {
  return build(
    'bigint',
    values,
    8 * values.length,
    (array, at, value) => array.writeBigInt64BE(BigInt(value), at) - at,
  );
}

/** A `uuid[]` in the binary protocol, see `textArray`; each with its hyphens. */
export function uuidArray(values: Values<string>): Buffer {
  return build('uuid', values, 16 * values.length, (array, at, value) =>
    array.write(value.replaceAll('-', ''), at, 'hex'),
  );
}

/**
 * One dimension, counted from 1 (https://www.postgresql.org/docs/current/protocol-overview.html, array_recv).
 * `content` is the most bytes that the values take; `write` puts one in its place and gives its length.
 */
function build<Value>(
  type: keyof typeof elementTypes,
  values: Values<Value>,
  content: number,
  write: (array: Buffer, at: number, value: Value) => number,
): Buffer {
  const array = Buffer.allocUnsafe(headLength + 4 * values.length + content);
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

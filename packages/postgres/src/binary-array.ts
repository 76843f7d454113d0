/** Type OIDs, the same in every Postgres. */
const elementTypes = { integer: 23, text: 25, json: 114 } as const;
const headerLength = 20;

type Values<Value> = readonly (Value | null | undefined)[];

/**
 * Returns a `text[]` or `json[]` parameter in Postgres' binary format. In the text format that the driver would send,
 * every quote and backslash is escaped and parsed again, which costs a batch of events a third of the server's time.
 */
export function textArray(values: Values<string>, type: 'text' | 'json' = 'text'): Buffer {
  // A UTF-16 code unit takes at most 3 bytes in UTF-8.
  const maxBytes = values.reduce((sum, value) => sum + 3 * (value?.length ?? 0), 0);
  return encode(type, values, maxBytes, (array, at, value) => array.write(value, at));
}

/** Returns an `integer[]` parameter in the binary format; see `textArray`. */
export function integerArray(values: Values<number>): Buffer {
  return encode(
    'integer',
    values,
    4 * values.length,
    (array, at, value) => array.writeInt32BE(value, at) - at,
  );
}

/**
 * Encodes a one-dimensional array with lower bound 1 (https://www.postgresql.org/docs/current/protocol-overview.html,
 * array_recv). `write` writes a value and returns its length in bytes; all values together take at most `maxBytes`.
 */
function encode<Value>(
  type: keyof typeof elementTypes,
  values: Values<Value>,
  maxBytes: number,
  write: (array: Buffer, at: number, value: Value) => number,
): Buffer {
  const array = Buffer.allocUnsafe(headerLength + 4 * values.length + maxBytes);
  let hasNull = 0;
  let end = headerLength;
  for (const value of values) {
    let length = -1;
    if (value === null || value === undefined) hasNull = 1;
    else length = write(array, end + 4, value);
    end = array.writeInt32BE(length, end) + Math.max(length, 0);
  }
  for (const [index, word] of [1, hasNull, elementTypes[type], values.length, 1].entries())
    array.writeInt32BE(word, 4 * index);
  return array.subarray(0, end);
}

/** The type id of `json`, the same in every Postgres. */
const jsonType = 114;
const headerLength = 20;

/**
 * Returns a `json[]` parameter in Postgres' binary protocol: one dimension from 1, without nulls
 * (https://www.postgresql.org/docs/current/protocol-overview.html, array_recv). In the text form that the driver would
 * send, every quote and backslash is escaped and parsed once more, which costs a batch a third of the server's time.
 */
export function jsonArray(values: readonly string[]): Buffer {
  // A UTF-16 code unit takes at most 3 bytes in UTF-8.
  const maxLength = values.reduce((sum, value) => sum + 4 + 3 * value.length, headerLength);
  const array = Buffer.allocUnsafe(maxLength);
  let end = 0;
  for (const word of [1, 0, jsonType, values.length, 1]) end = array.writeInt32BE(word, end);
  for (const value of values) {
    const length = array.write(value, end + 4);
    end = array.writeInt32BE(length, end) + length;
  }
  return array.subarray(0, end);
}

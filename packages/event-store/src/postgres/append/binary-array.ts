/** Type ids as every Postgres has them. */
const elementTypes = { int4: 23, int8: 20, text: 25, json: 114, uuid: 2950 } as const;

/**
 * A one-dimensional array in Postgres' binary format. As a query's parameter it spares both sides the quoting and
 * the parsing that an array as text takes, which for JSON is most of the work.
 */
export function binaryArray(type: keyof typeof elementTypes, items: readonly (string | Buffer)[]): Buffer {
  const header = 20;
  let size = header;
  for (const item of items) size += 4 + (typeof item === 'string' ? Buffer.byteLength(item) : item.length);
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(elementTypes[type], 8);
  array.writeInt32BE(items.length, 12);
  array.writeInt32BE(1, 16);
  let at = header;
  for (const item of items) {
    const length = typeof item === 'string' ? array.write(item, at + 4) : item.copy(array, at + 4);
    array.writeInt32BE(length, at);
    at += 4 + length;
  }
  return array;
}

export function binaryInt4(number: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(number);
  return bytes;
}

export function binaryInt8(number: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}

/** `uuid` has its hyphens. */
export function binaryUuid(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

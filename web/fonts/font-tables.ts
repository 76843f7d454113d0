/** Returns the font with some of its tables taken from another that has the same glyphs; both are uncompressed. */
export function withTablesOf(font: Buffer, other: Buffer, tags: readonly string[]): Buffer {
  const tables = new Map(tablesOf(font));
  const others = tablesOf(other);
  for (const tag of tags) {
    const table = others.get(tag);
    if (table) tables.set(tag, table);
    else tables.delete(tag);
  }
  return fontOf(font.readUInt32BE(0), tables);
}

const headerLength = 12;
const recordLength = 16;

function tablesOf(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const record = headerLength + recordLength * index;
    const start = font.readUInt32BE(record + 8);
    const tag = font.toString('latin1', record, record + 4);
    tables.set(tag, font.subarray(start, start + font.readUInt32BE(record + 12)));
  }
  return tables;
}

function fontOf(version: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const header = Buffer.alloc(headerLength + recordLength * tables.size);
  const power = Math.floor(Math.log2(tables.size));
  header.writeUInt32BE(version, 0);
  header.writeUInt16BE(tables.size, 4);
  header.writeUInt16BE(recordLength << power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(recordLength * (tables.size - (1 << power)), 10);
  const parts = [header];
  let offset = header.length;
  for (const [index, [tag, table]] of [...tables].sort().entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const record = headerLength + recordLength * index;
    header.write(tag, record, 'latin1');
    header.writeUInt32BE(checksumOf(padded), record + 4);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(table.length, record + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function checksumOf(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

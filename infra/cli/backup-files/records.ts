import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** What a manifest records about a file of records. */
export type FileSeal = { readonly records: number; readonly bytes: number; readonly sha256: string };

/** Creates a file of JSON lines that only this account can read. `end` resolves once it is on disk. */
export async function createRecordFile(path: string) {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let [records, bytes] = [0, 0];
  return {
    async write(values: readonly object[]): Promise<void> {
      const chunk = Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
      await file.appendFile(chunk);
      hash.update(chunk);
      records += values.length;
      bytes += chunk.length;
    },
    async end(): Promise<FileSeal> {
      await file.sync();
      return { records, bytes, sha256: hash.digest('hex') };
    },
    close: () => file.close(),
  };
}

/** Yields the records of a file, about 64 KB at a time. */
export async function* readRecords<Value>(path: string): AsyncGenerator<Value[], void> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    // Not with readline, which also ends lines at U+2028 and U+2029, which JSON leaves unescaped.
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line) => JSON.parse(line) as Value);
  }
}

/** Resolves with whether a file matches its seal. */
export async function isSealed(path: string, { bytes, sha256 }: FileSeal): Promise<boolean> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return size === bytes && hash.digest('hex') === sha256;
}

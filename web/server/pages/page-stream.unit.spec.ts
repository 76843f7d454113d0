import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createPageStream } from './page-stream.ts';

function decoded(readable: Readable, encoding: 'br' | 'gzip' | 'identity'): Readable {
  if (encoding === 'identity') return readable;
  return readable.pipe(encoding === 'br' ? createBrotliDecompress() : createGunzip());
}

describe.each(['br', 'gzip', 'identity'] as const)('a page stream in %s', (encoding) => {
  it('flushes each part before the next one is written', async () => {
    const { writable, readable } = createPageStream(encoding);
    const out = decoded(readable, encoding);
    let seen = '';
    out.on('data', (chunk) => {
      seen += String(chunk);
    });
    writable.write('the shell');
    await vi.waitFor(() => expect(seen).toBe('the shell'));
    writable.write(', a list');
    writable.write(' and more');
    await vi.waitFor(() => expect(seen).toBe('the shell, a list and more'));
    writable.end('.');
    await once(out, 'end');
    expect(seen).toBe('the shell, a list and more.');
  });

  it('applies backpressure while the reader is slow', async () => {
    const { writable, readable } = createPageStream(encoding);
    const turn = () => new Promise(setImmediate);
    let written = 0;
    for (; written < 1_000 && !writable.writableNeedDrain; written++) {
      writable.write(randomBytes(16_384));
      await turn();
    }
    expect(written).toBeLessThan(1_000);
    readable.resume();
    await once(writable, 'drain');
  });

  it('closes the writing side when the reader disconnects', async () => {
    const { writable, readable } = createPageStream(encoding);
    writable.on('error', () => {});
    writable.write('the shell');
    readable.destroy();
    await once(writable, 'close');
    expect(writable.destroyed).toBe(true);
  });
});

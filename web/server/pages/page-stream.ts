import { PassThrough, type Readable, Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../http/send-document.ts';

type PageStream = { readonly writable: Writable; readonly readable: Readable };

/**
 * Compresses a page while it is written. What was written goes out at the end of the same turn of the event loop:
 * nothing waits for a full buffer. When the reader leaves, the writing side closes.
 */
export function createPageStream(encoding: Encoding): PageStream {
  if (encoding === 'identity') {
    const through = new PassThrough();
    return { writable: through, readable: through };
  }
  const compressed =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 });
  const flushKind = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  let scheduled = false;
  const flushSoon = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (!compressed.writableEnded && !compressed.destroyed) compressed.flush(flushKind);
    });
  };
  const writable = new Writable({
    write(chunk, _encoding, callback) {
      compressed.write(chunk, callback);
      flushSoon();
    },
    final(callback) {
      compressed.end(callback);
    },
  });
  compressed.once('close', () => writable.destroy());
  compressed.once('error', (error) => writable.destroy(error));
  return { writable, readable: compressed };
}

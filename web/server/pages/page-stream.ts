import { PassThrough, type Readable, Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { type Encoding, windowBits } from '../http/send-document.ts';

type PageStream = { readonly writable: Writable; readonly readable: Readable };

/**
 * Compresses a page while it is being written. Everything written is sent at the end of the same event loop turn,
 * without waiting for a full buffer. When the reader disconnects, the writable side closes.
 */
export function createPageStream(encoding: Encoding): PageStream {
  if (encoding === 'identity') {
    const through = new PassThrough();
    return { writable: through, readable: through };
  }
  // All compressed data is flushed, in the same thread pool job.
  const compressed =
    encoding === 'br'
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: windowBits },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH, level: 6 });
  /** Chunks of this turn. React writes many; together they are one job. */
  let pieces: Buffer[] = [];
  const takePieces = (): Buffer => {
    const taken = Buffer.concat(pieces);
    pieces = [];
    return taken;
  };
  const writable = new Writable({
    write(piece: Buffer, _encoding, callback) {
      if (pieces.push(piece) === 1)
        setImmediate(() => {
          if (pieces.length > 0 && !compressed.destroyed) compressed.write(takePieces());
        });
      if (compressed.writableNeedDrain) compressed.once('drain', callback);
      else callback();
    },
    final(callback) {
      compressed.end(takePieces(), callback);
    },
  });
  compressed.once('close', () => writable.destroy());
  compressed.once('error', (error) => writable.destroy(error));
  return { writable, readable: compressed };
}

import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { EventStore, NewEvent } from './event-store.port.ts';

/**
 * Returns the SHA-256 digest of an event's content: stream, ID, type, data, and metadata except the mark, serialised as
 * JSON with the fields in their original order.
 */
export function contentDigest(stream: string, { id, type, data, metadata }: NewEvent): Buffer {
  const { mark: _mark, ...rest } = metadata;
  return createHash('sha256')
    .update(JSON.stringify([stream, id.toLowerCase(), type, data, rest]))
    .digest();
}

/** Returns the mark of an event with this content. */
export function markOf(key: KeyObject, digest: Buffer): string {
  return createHmac('sha256', key).update(digest).digest('base64url');
}

/** Returns the same store, which adds a mark to each event it appends. An append rejects if the key is unavailable. */
export function markAppends(store: EventStore, logKey: () => Promise<KeyObject>): EventStore {
  return {
    ...store,
    async append(stream, events, expected) {
      const key = await logKey();
      const marked = events.map((event) => {
        const mark = markOf(key, contentDigest(stream, event));
        return { ...event, metadata: { ...event.metadata, mark } };
      });
      return store.append(stream, marked, expected);
    },
  };
}

import type { AppendResult } from '../event-store.port.ts';
import type { Connection } from './connection.ts';
import { readStream } from './reading.ts';
import { positionOf } from './recorded-event.ts';

/** The cache's size in streams; the least recently extended one is evicted first. */
const maxStreams = 1_000;
/** A stream longer than this is searched each time instead of being cached. */
const maxEvents = 10_000;

type Prefix = { readonly ids: Set<string>; length: number };

/** A cache of event ids: those of each stream's first events, as far as they have been seen without a gap. */
export type KnownIds = {
  /** Returns how many events of the stream are known, from its first. */
  lengthOf(stream: string): number;
  has(stream: string, id: string): boolean;
  /** Adds an event that was read or written; ignored if it does not follow the known ones. */
  add(stream: string, revision: number, id: string): void;
};

export function createKnownIds(): KnownIds {
  const prefixes = new Map<string, Prefix>();
  return {
    lengthOf: (stream) => prefixes.get(stream)?.length ?? 0,
    has: (stream, id) => prefixes.get(stream)?.ids.has(id) ?? false,
    add(stream, revision, id) {
      const prefix = prefixes.get(stream) ?? { ids: new Set(), length: 0 };
      if (revision !== prefix.length) return;
      prefix.ids.add(id);
      prefix.length += 1;
      prefixes.delete(stream);
      if (prefix.length <= maxEvents) prefixes.set(stream, prefix);
      if (prefixes.size <= maxStreams) return;
      for (const oldest of prefixes.keys()) {
        prefixes.delete(oldest);
        break;
      }
    },
  };
}

/**
 * Searches a stream for events. Returns the result of their append if all are there in sequence, `partly` if only some
 * are or in another order, undefined if none is.
 */
export async function findAppended(
  connection: Connection,
  stream: string,
  ids: readonly string[],
): Promise<AppendResult | 'partly' | undefined> {
  const wanted = new Set(ids);
  let found = 0;
  let inOrder = 0;
  for await (const event of readStream(connection, stream, 0, Number.MAX_SAFE_INTEGER)) {
    if (wanted.has(event.id)) found += 1;
    else if (inOrder > 0) return 'partly';
    if (event.id !== ids[inOrder]) continue;
    inOrder += 1;
    if (inOrder === ids.length) {
      const revision = Number(event.revision);
      return { revision, position: positionOf(event), repeated: true };
    }
  }
  return found > 0 ? 'partly' : undefined;
}

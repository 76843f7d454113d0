import type { RecordedEvent } from '@eventstore/db-client';

/** The event IDs read from a stream so far. Events never change, so only later ones have to be read. */
type KnownIds = {
  readonly ids: ReadonlySet<string>;
  /** Revision of the first event that has not been read. */
  readonly next: number;
  /** Must be called with each event that is read, in order. */
  add(event: Pick<RecordedEvent, 'id' | 'revision'>): void;
};

/** Maximum number of streams to remember; the least recently used are dropped. */
const mostStreams = 100;

/** Returns a function that returns, for each stream, the IDs of the events read so far. */
export function rememberIds(): (stream: string) => KnownIds {
  const streams = new Map<string, KnownIds>();
  return (stream) => {
    const known = streams.get(stream) ?? createKnownIds();
    streams.delete(stream);
    streams.set(stream, known);
    for (const oldest of streams.keys()) {
      if (streams.size <= mostStreams) break;
      streams.delete(oldest);
    }
    return known;
  };
}

function createKnownIds(): KnownIds {
  const ids = new Set<string>();
  let next = 0;
  return {
    ids,
    get next() {
      return next;
    },
    add({ id, revision }) {
      if (Number(revision) < next) return;
      ids.add(id);
      next = Number(revision) + 1;
    },
  };
}

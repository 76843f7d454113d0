import type { RecordedEvent } from '@eventstore/db-client';

/** What has been read of a stream: it never changes, so only what follows has to be read again. */
type KnownIds = {
  readonly ids: ReadonlySet<string>;
  /** The revision of the first event that has not been read. */
  readonly next: number;
  /** Call it with each event that is read, in order. */
  add(event: Pick<RecordedEvent, 'id' | 'revision'>): void;
};

/** Streams that are remembered at most: those that were asked for last. */
const mostStreams = 100;

/** Returns what remembers, for each stream, the ids of the events that were read. */
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

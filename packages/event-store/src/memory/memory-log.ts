import type { EncodedAppend, EncodedEvent } from '../append/encoded-append.ts';
import {
  type AppendResult,
  InvalidRequest,
  type RecordedEvent,
  RevisionConflict,
} from '../event-store.port.ts';
import { toPosition } from './position.ts';

/** What the stores on one log in memory share. */
export type MemoryLog = {
  /** All events in the order of their positions, the first at 1. */
  readonly events: readonly RecordedEvent[];
  stream(name: string): readonly RecordedEvent[];
  /** Decides and writes at once, so that no two appends meet. Throws as the port says. */
  append(append: EncodedAppend): AppendResult;
  /** Takes an event as it is and at the next position, be it one that no append could bring. */
  put(event: RecordedEvent): void;
  /** Resolves with the next event. */
  readonly appended: Promise<void>;
};

export function createMemoryLog(): MemoryLog {
  const events: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const byId = new Map<string, RecordedEvent>();
  let next = Promise.withResolvers<void>();

  function put(event: RecordedEvent): RecordedEvent {
    const recorded = { ...structuredClone(event), position: toPosition(events.length + 1) };
    const ofStream = streams.get(event.stream) ?? [];
    streams.set(event.stream, ofStream);
    ofStream.push(recorded);
    events.push(recorded);
    byId.set(event.id, recorded);
    next.resolve();
    next = Promise.withResolvers();
    return recorded;
  }

  function record(stream: string, { id, type, data, metadata }: EncodedEvent): RecordedEvent {
    const revision = streams.get(stream)?.length ?? 0;
    const content = { data: JSON.parse(data), metadata: JSON.parse(metadata) };
    return put({ id, type, ...content, stream, revision, position: '' });
  }

  return {
    events,
    stream: (name) => streams.get(name) ?? [],
    put,
    append({ stream, events: given, expected }) {
      const known = given.map(({ id }) => byId.get(id));
      const [first] = known;
      if (known.some((event) => event && event.stream !== stream))
        throw new InvalidRequest('An event with one of these ids stands in another stream');
      if (first && known.every((event, index) => event?.revision === first.revision + index))
        return resultOf(known);
      const last = streams.get(stream)?.at(-1)?.revision ?? 'none';
      if (known.some(Boolean) || (expected !== 'any' && expected !== last))
        throw new RevisionConflict(stream, expected);
      return resultOf(given.map((event) => record(stream, event)));
    },
    get appended() {
      return next.promise;
    },
  };
}

function resultOf(events: readonly (RecordedEvent | undefined)[]): AppendResult {
  const last = events.at(-1);
  if (!last) throw new Error('An append has at least one event');
  return { revision: last.revision, position: last.position };
}

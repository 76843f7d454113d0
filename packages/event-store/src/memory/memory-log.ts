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
  /** Resolves with the next append. */
  readonly appended: Promise<void>;
};

export function createMemoryLog(): MemoryLog {
  const events: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const byId = new Map<string, RecordedEvent>();
  let next = Promise.withResolvers<void>();

  function record(stream: string, { id, type, data, metadata }: EncodedEvent): RecordedEvent {
    const ofStream = streams.get(stream) ?? [];
    const event = {
      id,
      type,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
      stream,
      revision: ofStream.length,
      position: toPosition(events.length + 1),
    };
    events.push(event);
    streams.set(stream, ofStream);
    ofStream.push(event);
    byId.set(id, event);
    return event;
  }

  return {
    events,
    stream: (name) => streams.get(name) ?? [],
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
      const recorded = given.map((event) => record(stream, event));
      next.resolve();
      next = Promise.withResolvers();
      return resultOf(recorded);
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

import { abortable } from '@journal/service-kit/async';
import {
  type CheckedSubscribe,
  checkRead,
  checkSubscribe,
  type EncodedAppend,
  type EncodedEvent,
  encodeAppend,
} from '../check-requests.ts';
import {
  type AppendResult,
  type EventStore,
  InvalidRequest,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  RevisionConflict,
  type SubscriptionBatch,
} from '../event-store.port.ts';

export type MemoryEventStore = EventStore & {
  /** All events in position order. */
  readonly log: readonly RecordedEvent[];
  /** Adds an event unchanged at the next position, even one that `append` would refuse. */
  put(event: RecordedEvent): void;
};

/**
 * An in-memory event store for specs. Passes the contract tests; stores that share a `log` behave like processes that
 * share an engine.
 */
export function createMemoryEventStore(log = createMemoryLog()): MemoryEventStore {
  const ending = new AbortController();
  const checkOpen = () => {
    if (ending.signal.aborted) throw new Error('The event store is closed');
  };

  async function* read(stream: string, { from = 0, limit = Number.POSITIVE_INFINITY }: ReadOptions = {}) {
    checkOpen();
    yield* structuredClone(log.stream(stream).slice(from, from + limit));
  }

  return {
    log: log.events,
    put: log.put,
    async append(stream, events, expected) {
      const encoded = encodeAppend(stream, events, expected);
      checkOpen();
      return log.append(encoded);
    },
    read(stream, options) {
      checkRead(stream, options);
      return read(stream, options);
    },
    subscribe(options = {}) {
      const after = options.after ?? toPosition(0);
      return subscription(log, fromPosition(after), checkSubscribe(options, ending.signal));
    },
    async head() {
      checkOpen();
      return log.events.at(-1)?.position;
    },
    async check() {
      checkOpen();
    },
    async close() {
      ending.abort();
    },
  };
}

/** The log that several memory stores can share. */
type MemoryLog = {
  /** Events in position order; the first has position 1. */
  readonly events: readonly RecordedEvent[];
  stream(name: string): readonly RecordedEvent[];
  /** Validates and writes synchronously. Throws the errors that the port documents. */
  append(append: EncodedAppend): AppendResult;
  put(event: RecordedEvent): void;
  /** Resolves when the next event is appended. */
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
        throw new InvalidRequest('Another stream already has an event with one of these ids');
      if (first && known.every((event, index) => event?.revision === first.revision + index))
        return resultOf(known, true);
      const last = streams.get(stream)?.at(-1)?.revision ?? 'none';
      if (known.some(Boolean) || (expected !== 'any' && expected !== last))
        throw new RevisionConflict(stream, expected);
      return resultOf(
        given.map((event) => record(stream, event)),
        false,
      );
    },
    get appended() {
      return next.promise;
    },
  };
}

function resultOf(events: readonly (RecordedEvent | undefined)[], repeated: boolean): AppendResult {
  const last = events.at(-1);
  if (!last) throw new Error('An append needs at least one event');
  return { revision: last.revision, position: last.position, repeated };
}

/** Yields batches after a position; at the end of the log, waits for more. */
async function* subscription(
  log: MemoryLog,
  after: number,
  { types, batchSize, signal }: CheckedSubscribe,
): AsyncGenerator<SubscriptionBatch, void> {
  const isWanted = types ? ({ type }: RecordedEvent) => types.includes(type) : () => true;
  let reached = after;
  let reportedCaughtUp = false;

  while (!signal.aborted) {
    const { appended } = log;
    const from = reached;
    const events: RecordedEvent[] = [];
    for (const event of log.events.slice(from)) {
      if (events.length === batchSize) break;
      reached += 1;
      if (isWanted(event)) events.push(event);
    }
    const caughtUp = reached >= log.events.length;
    if (reached > from || (caughtUp && !reportedCaughtUp)) {
      reportedCaughtUp = caughtUp;
      yield { events: structuredClone(events), position: toPosition(reached), caughtUp };
    }
    if (caughtUp) await abortable(appended, signal).catch(() => {});
  }
}

const toPosition = (number: number): Position => String(number).padStart(12, '0');

/** Throws `InvalidRequest` for a position that this store never returned. */
function fromPosition(position: Position): number {
  if (!/^[0-9]{12}$/.test(position))
    throw new InvalidRequest(`"${position}" is not a position of a memory event log`);
  return Number(position);
}

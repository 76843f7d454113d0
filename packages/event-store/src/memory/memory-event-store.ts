import { encodeAppend } from '../append/encoded-append.ts';
import type { EventStore, ReadOptions, RecordedEvent } from '../event-store.port.ts';
import { checkRead } from '../read/check-read.ts';
import { checkSubscribe } from '../read/check-subscribe.ts';
import { createMemoryLog } from './memory-log.ts';
import { beforeAll, fromPosition } from './position.ts';
import { subscription } from './subscription.ts';

export type MemoryEventStore = EventStore & {
  /** All events there are, in the order of their positions. */
  readonly log: readonly RecordedEvent[];
  /** Takes an event as it is and at the next position, be it one that no append could bring. */
  put(event: RecordedEvent): void;
};

/**
 * The event store for specs: keeps the contract, and its log ends with the test. Stores that are given the same `log`
 * write to it as processes on one engine would.
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
      const after = options.after ?? beforeAll;
      fromPosition(after);
      return subscription(log, after, checkSubscribe(options, ending.signal));
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

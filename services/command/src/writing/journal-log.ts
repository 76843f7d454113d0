import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type RecordedEvent,
  RevisionConflict,
  StoreUnavailable,
} from '@journal/event-store';
import {
  createEventCodec,
  type EventMetadata,
  isForeign,
  type JournalEventOf,
  type JournalEventType,
  journalEvents,
  type NewJournalEvent,
  type OpenedEvent,
  type Vault,
} from '@journal/events';
import type { Metrics } from '@journal/service-kit';
import type { RequestContext } from './request-context.ts';

/** The log for handlers: accepts and returns domain events, and adds sealing and metadata. */
export type JournalLog = {
  /** Resolves with all events of a stream in order. Throws `PoisonEvent` if one can't be opened. */
  read(stream: string): Promise<OpenedEvent[]>;
  /**
   * Resolves with all events of one type in order, from any stream; reads the whole log if it has no index of types.
   */
  readAll<Type extends JournalEventType>(type: Type): Promise<OpenedEvent<JournalEventOf<Type>>[]>;
  /**
   * Like `EventStore.append`; `at` is the time in the events' metadata. Also throws `SubjectForgotten` if personal data
   * of a forgotten subject would be written.
   */
  append(
    stream: string,
    events: readonly { readonly id: string; readonly event: NewJournalEvent }[],
    expected: ExpectedRevision,
    context: RequestContext,
  ): Promise<AppendResult & Pick<EventMetadata, 'at'>>;
};

/** Timeout for reading all events of a type, in milliseconds. */
const maxReading = 20_000;

/** Returns the log for handlers. `metrics` count appends, conflicts and failures of the store and time its appends. */
export function createJournalLog(parts: {
  store: Pick<EventStore, 'read' | 'subscribe' | 'append'>;
  vault: Vault;
  now?: () => Date;
  metrics: Metrics;
}): JournalLog {
  const { store, vault, now = () => new Date(), metrics } = parts;
  const codec = createEventCodec({ vault, events: journalEvents });
  const measure = measureAppends(metrics);
  return {
    async read(stream) {
      const stored: RecordedEvent[] = [];
      for await (const event of store.read(stream)) stored.push(event);
      return codec.open(stored);
    },
    async readAll<Type extends JournalEventType>(type: Type) {
      const stored: RecordedEvent[] = [];
      const end = new AbortController();
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(maxReading)]);
      try {
        for await (const { events, caughtUp } of store.subscribe({ types: [type], signal })) {
          stored.push(...events.filter((event) => !isForeign(event)));
          if (caughtUp) return (await codec.open(stored)) as OpenedEvent<JournalEventOf<Type>>[];
        }
      } finally {
        end.abort();
      }
      throw new StoreUnavailable(`The log was not read to its end within ${maxReading} ms`);
    },
    async append(stream, events, expected, { actor, requestId }) {
      const at = now().toISOString();
      const metadata = { actor, requestId, correlationId: requestId, causationId: requestId, at };
      const sealed = await Promise.all(events.map(({ id, event }) => codec.seal(event, id, metadata)));
      return { ...(await measure(() => store.append(stream, sealed, expected))), at };
    },
  };
}

/** Returns a function that appends, counts the outcome, and records the duration, in seconds. */
function measureAppends(metrics: Metrics) {
  const appends = metrics.counter('appends_total', 'Successful appends to the event log');
  const conflicts = metrics.counter('append_conflicts_total', 'Appends that failed with a revision conflict');
  const failures = metrics.counter('append_failures_total', 'Appends that failed for other reasons');
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
  const seconds = metrics.histogram('append_seconds', 'Time of an append to the event log', [], buckets);
  return async (append: () => Promise<AppendResult>): Promise<AppendResult> => {
    const end = seconds.startTimer();
    try {
      const result = await append();
      appends.inc();
      return result;
    } catch (error) {
      (error instanceof RevisionConflict ? conflicts : failures).inc();
      throw error;
    } finally {
      end();
    }
  };
}

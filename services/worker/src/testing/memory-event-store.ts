import { type EventStore, type NewEvent, type RecordedEvent, RevisionConflict } from '@journal/event-store';

/** A log that lives and ends with the test; it can be told to fail. */
export type MemoryEventStore = EventStore & {
  readonly log: readonly RecordedEvent[];
  /** Takes an event as it is, however broken. */
  put(event: RecordedEvent): void;
  /** Every subscription fails with this once, and new ones until it is undefined again. */
  failWith(error: Error | undefined): void;
};

export function createMemoryEventStore(): MemoryEventStore {
  const log: RecordedEvent[] = [];
  let changed = Promise.withResolvers<void>();
  let failure: Error | undefined;
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const positionAt = (index: number) => String(index + 1).padStart(12, '0');
  const ofStream = (stream: string) => log.filter((event) => event.stream === stream);

  return {
    log,
    put(event) {
      log.push({ ...event, position: positionAt(log.length) });
      wake();
    },
    failWith(error) {
      failure = error;
      wake();
    },
    async append(stream, events: readonly NewEvent[], expected) {
      const last = ofStream(stream).length - 1;
      if (expected !== 'any' && expected !== (last < 0 ? 'none' : last))
        throw new RevisionConflict(stream, expected);
      let revision = last;
      for (const event of events)
        log.push({
          ...(JSON.parse(JSON.stringify(event)) as NewEvent),
          stream,
          revision: ++revision,
          position: positionAt(log.length),
        });
      wake();
      return { revision, position: positionAt(log.length - 1) };
    },
    async *read(stream, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      yield* ofStream(stream).slice(from, from + limit);
    },
    async *subscribe({ after = '', types, signal, batchSize = 1_000 } = {}) {
      let next = log.findIndex((event) => event.position > after);
      if (next < 0) next = log.length;
      const stopped = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      for (let first = true; !signal?.aborted; first = false) {
        if (failure) throw failure;
        const waiting = changed.promise;
        const page = log.slice(next, next + batchSize);
        next += page.length;
        if (page.length === 0 && !first) {
          await Promise.race([waiting, stopped]);
          continue;
        }
        const events = types ? page.filter((event) => types.includes(event.type)) : page;
        const position = page.at(-1)?.position ?? after;
        yield { events, position, caughtUp: next === log.length };
      }
    },
    async head() {
      return log.at(-1)?.position;
    },
    async check() {
      if (failure) throw failure;
    },
    async close() {},
  };
}

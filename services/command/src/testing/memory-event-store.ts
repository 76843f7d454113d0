import {
  type EventStore,
  type ExpectedRevision,
  type RecordedEvent,
  RevisionConflict,
} from '@journal/event-store';

/**
 * A log in memory for specs of handlers: the port's `append`, `read` and `head`, with `interrupt` to make things
 * happen just before an append.
 */
export function createMemoryEventStore() {
  const log: RecordedEvent[] = [];
  let interruption: ((stream: string) => void | Promise<void>) | undefined;
  const of = (stream: string) => log.filter((event) => event.stream === stream);

  function check(stream: string, expected: ExpectedRevision) {
    const revision = of(stream).length - 1;
    const met = expected === 'any' || (expected === 'none' ? revision < 0 : revision === expected);
    if (!met) throw new RevisionConflict(stream, expected);
  }

  const store: EventStore = {
    async append(stream, events, expected) {
      const interrupt = interruption;
      interruption = undefined;
      await interrupt?.(stream);
      const [first] = events;
      const known = of(stream).find((event) => event.id === first?.id);
      if (known) return { revision: known.revision + events.length - 1, position: known.position };
      check(stream, expected);
      for (const event of events)
        log.push({
          ...structuredClone(event),
          stream,
          revision: of(stream).length,
          position: String(log.length + 1).padStart(8, '0'),
        });
      const last = log.at(-1);
      return { revision: last?.revision ?? -1, position: last?.position ?? '' };
    },
    async *read(stream, { from = 0 } = {}) {
      yield* structuredClone(of(stream).slice(from));
    },
    subscribe: () => {
      throw new Error('Not in this double');
    },
    head: async () => log.at(-1)?.position,
    check: async () => {},
    close: async () => {},
  };
  return {
    store,
    log,
    /** Runs once, before the next append; what it throws, the append throws. */
    interrupt(next: (stream: string) => void | Promise<void>) {
      interruption = next;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppendResult,
  AppendUnknown,
  type EventStore,
  eventsUpTo,
  InvalidRequest,
  type RecordedEvent,
  StoreUnavailable,
} from '@journal/event-store';
import { isForeign } from '@journal/events';
import { NotRestorable } from './not-restorable.ts';

export type RestoredLogOptions = {
  /** Whether concurrent appends keep their order, as on Postgres, which writes them in one commit. */
  readonly keepsOrder: boolean;
  /** Numbers of the events, from 1, whose positions are needed. */
  readonly marked: ReadonlySet<number>;
  /** How long to retry while the engine is unavailable, in milliseconds. Default: 60,000. */
  readonly patience?: number;
  /** Called before each retry. */
  readonly onOutage?: (error: Error) => void;
};

/** Maximum number of events sent at the same time, and approximately of their bytes: below the limit of one commit. */
const maxAtOnce = 500;
const maxBytesAtOnce = 2 * 1024 * 1024;

/**
 * Fills a log with the events of a backup, in their order. Resumes where the log ends: its events have to be the
 * beginning of the backup. If concurrent appends keep their order, many events are sent at the same time: one per
 * stream, because the events of a stream wait for each other. Foreign events (not written by the journal) are left out
 * if the log can't store them. Rejects with `NotRestorable` if the log has other events.
 */
export async function createRestoredLog(store: EventStore, options: RestoredLogOptions) {
  const { keepsOrder, marked, patience = 60_000, onOutage = () => {} } = options;
  const positions = new Map<number, string>();
  const there = eachOf(eventsUpTo(store, await store.head()));
  let known = await there.next();
  let waiting = new Map<string, RecordedEvent>();
  let bytes = 0;
  let count = 0;
  let leftOut = 0;
  let end = '';

  async function flush(): Promise<void> {
    const results = await send([...waiting.values()]);
    waiting = new Map();
    bytes = 0;
    for (const { position } of results) {
      if (position <= end)
        throw new NotRestorable(
          'The log stored events in a different order from the backup. Empty the target and restore again.',
        );
      end = position;
    }
  }

  /** Foreign events have arbitrary revisions, and may have content that no journal writes. */
  async function addForeign(event: RecordedEvent): Promise<void> {
    await flush();
    waiting.set(event.stream, event);
    try {
      await flush();
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error;
      waiting = new Map();
      leftOut++;
    }
  }

  /** Appends are idempotent by event id, so they can be retried. */
  async function send(events: readonly RecordedEvent[]): Promise<readonly AppendResult[]> {
    const giveUpAt = performance.now() + patience;
    for (;;) {
      const outcomes = await Promise.allSettled(
        events.map((event) => {
          const { stream, revision, id, type, data, metadata } = event;
          const expected = isForeign(event) ? 'any' : revision === 0 ? 'none' : revision - 1;
          return store.append(stream, [{ id, type, data, metadata }], expected);
        }),
      );
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      const failure: unknown = failures.find((reason) => !isOutage(reason)) ?? failures[0];
      if (failure === undefined)
        return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      if (!isOutage(failure) || performance.now() > giveUpAt) throw failure;
      onOutage(failure);
      await sleep(500);
    }
  }

  return {
    positions,
    get count() {
      return count;
    },
    /** Number of foreign events that this log can't store. */
    get leftOut() {
      return leftOut;
    },
    /** Resolves when the next event can be added. */
    async add(event: RecordedEvent): Promise<void> {
      count++;
      if (!known.done && contentOf(known.value) === contentOf(event)) {
        end = known.value.position;
        known = await there.next();
      } else if (!known.done) {
        if (!isForeign(event)) throw notInBackup(known.value);
        leftOut++;
      } else if (isForeign(event)) await addForeign(event);
      else {
        const size = contentOf(event).length;
        if (waiting.has(event.stream) || bytes + size > maxBytesAtOnce) await flush();
        waiting.set(event.stream, event);
        bytes += size;
        if (!keepsOrder || waiting.size === maxAtOnce) await flush();
      }
      if (!marked.has(count)) return;
      await flush();
      positions.set(count, end);
    },
    /** Appends, after the events of the backup, those that the log doesn't have yet; their revisions don't matter. */
    async end(later: Iterable<RecordedEvent>): Promise<void> {
      await flush();
      const missing = new Map([...later].map((event) => [event.id, event]));
      for (; !known.done; known = await there.next())
        if (!missing.delete(known.value.id)) throw notInBackup(known.value);
      for (const { stream, id, type, data, metadata } of missing.values())
        await store.append(stream, [{ id, type, data, metadata }], 'any');
    },
  };
}

const isOutage = (error: unknown): error is Error =>
  error instanceof StoreUnavailable || error instanceof AppendUnknown;

const contentOf = (event: RecordedEvent) => {
  const { stream, revision, id, type, data, metadata } = event;
  return JSON.stringify([stream, isForeign(event) ? null : revision, id, type, data, metadata]);
};

const notInBackup = ({ stream, revision }: RecordedEvent) =>
  new NotRestorable(
    `The log has an event that the backup does not have at this place: ${stream} revision ${revision}. Empty the target and restore again.`,
  );

async function* eachOf(pages: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<RecordedEvent, void> {
  for await (const page of pages) yield* page;
}

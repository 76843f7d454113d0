import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppendResult,
  AppendUnknown,
  type EventStore,
  InvalidRequest,
  type RecordedEvent,
  StoreUnavailable,
} from '@journal/event-store';
import { isForeign } from '@journal/events';
import { eventsUpTo } from './backup.ts';
import { NotRestorable } from './not-restorable.ts';

export type RestoredLogOptions = {
  /** Whether appends that are sent at once keep their order, as on Postgres, which takes them in one commit. */
  readonly keepsOrder: boolean;
  /** The numbers of events, from 1, whose positions are wanted. */
  readonly marked: ReadonlySet<number>;
  /** Milliseconds for which to try again where the engine is away. */
  readonly patience?: number;
  /** Called before each further attempt. */
  readonly onOutage?: (error: Error) => void;
};

/** Events that are sent at once at most, and their bytes, approximately: less than one commit takes. */
const maxAtOnce = 500;
const maxBytesAtOnce = 2 * 1024 * 1024;

/**
 * Fills a log with the events of a backup, in their order. Goes on where the log ends: what it has has to be the backup's
 * beginning. Many events are sent at once, where that keeps their order: one for each stream, since those of a stream wait
 * for each other. What others than the journal wrote is left out where the log can't take it. Rejects with `NotRestorable`
 * where the log has other events.
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
          'The log has taken events in another order than that of the backup. Empty the place and restore again.',
        );
      end = position;
    }
  }

  /** What others wrote has whatever revisions, and may be what no journal writes. */
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

  /** Appends are known by their ids, so they can be sent again. */
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
    /** Events of others that this log can't take. */
    get leftOut() {
      return leftOut;
    },
    /** Resolves when there is room for more. */
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
    /** Adds, after the events of the backup, those of which the log has none yet; their revisions don't matter. */
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
    `The log has an event that is not in the backup, or not in this place: ${stream} revision ${revision}. Empty the place and restore again.`,
  );

async function* eachOf(pages: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<RecordedEvent, void> {
  for await (const page of pages) yield* page;
}

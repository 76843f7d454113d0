import type { EventStore, RecordedEvent, SubscribeOptions } from '@journal/event-store';
import { isForeign, type OpenedEvent, type PoisonEvent, type StoredEvent } from '@journal/events';
import { sleep } from '@journal/service-kit/async';
import { type AnyProjection, isPoison, type ProjectionFault } from './projection.ts';
import type { PreparedBatch } from './step.ts';

export type EventBatch = {
  readonly events: readonly (OpenedEvent | RecordedEvent)[];
  readonly prepared: PreparedBatch;
  /** The checkpoint after the events have been applied. */
  readonly position: string;
  readonly caughtUp: boolean;
  /** Why the event after these can't be opened or prepared. Nothing after it may be applied. */
  readonly poison: PoisonEvent | ProjectionFault | undefined;
};

export type EventSource = {
  readonly store: EventStore;
  readonly codec: { open(events: readonly StoredEvent[]): Promise<readonly OpenedEvent[]> };
  readonly projection: AnyProjection;
  /** Called for each event that is skipped only because it was not written by the journal. */
  readonly onForeign: (event: RecordedEvent) => void;
  /** Awaited before the events are read, if there are more than a few. */
  readonly beforeReplay?: (() => Promise<void>) | undefined;
};

/** Number of events that may be read before a replay, to find out whether there is one. */
const few = 20;

/**
 * Yields the events after the checkpoint that a projection handles, prepared; ends at the first poison event. Events
 * that were not written by the journal are passed only to a projection of all events.
 */
export async function* readBatches(
  source: EventSource,
  options: SubscribeOptions,
): AsyncGenerator<EventBatch, void, undefined> {
  const { events } = source.projection;
  const types = events === 'all' ? {} : { types: Object.keys(events) };
  let reached = options.after ?? '';
  const isTaken = (event: RecordedEvent) => {
    if (events === 'all' || !isForeign(event)) return true;
    source.onForeign(event);
    return false;
  };
  const subscription = { ...options, ...types };
  if (source.beforeReplay && (await hasMoreThanFew(source.store, subscription))) await source.beforeReplay();
  for await (const batch of source.store.subscribe(subscription)) {
    const prepared = await prepareBatch(source, batch.events.filter(isTaken));
    if (prepared.poison) {
      yield { ...prepared, position: prepared.events.at(-1)?.position ?? reached, caughtUp: false };
      return;
    }
    reached = batch.position;
    yield { ...prepared, position: reached, caughtUp: batch.caughtUp };
  }
}

async function hasMoreThanFew(store: EventStore, options: SubscribeOptions): Promise<boolean> {
  const batchSize = Math.min(few, options.batchSize ?? few);
  for await (const { caughtUp } of store.subscribe({ ...options, batchSize })) return !caughtUp;
  return false;
}

async function prepareBatch(
  source: EventSource,
  recorded: readonly RecordedEvent[],
): Promise<Pick<EventBatch, 'events' | 'prepared' | 'poison'>> {
  const { codec, projection } = source;
  try {
    const events = projection.reads === 'recorded' ? recorded : await codec.open(recorded);
    return { events, prepared: projection.prepare(events as readonly never[]), poison: undefined };
  } catch (error) {
    if (!isPoison(error)) throw error;
    const before = recorded.filter((event) => event.position < error.position);
    return { ...(await prepareBatch(source, before)), poison: error };
  }
}

/** Reads a source one item ahead. `stop` must make a pending fetch settle. */
export function readAhead<Item>(source: AsyncIterable<Item>, stop: () => void) {
  const iterator = source[Symbol.asyncIterator]();
  let pending: { readonly item: Promise<IteratorResult<Item>>; readonly settled: AbortSignal } | undefined;

  function fetch() {
    if (pending) return pending;
    const item = iterator.next();
    const settled = new AbortController();
    // Without a reason it would create an error with its stack, for every batch.
    const settle = () => settled.abort(null);
    // A failure is thrown when the item is awaited; until then it must not count as an unhandled rejection.
    item.then(settle, settle);
    pending = { item, settled: settled.signal };
    return pending;
  }

  return {
    /** Resolves with the next item, or undefined at the end, and starts the next fetch. Rejects if the source does. */
    async next(): Promise<Item | undefined> {
      const result = await fetch().item;
      pending = undefined;
      if (result.done) return undefined;
      fetch();
      return result.value;
    },
    /** Resolves with true as soon as `next` would settle immediately, or with false after `timeout` milliseconds. */
    async waitForNext(timeout: number): Promise<boolean> {
      const { settled } = fetch();
      await sleep(timeout, settled);
      return settled.aborted;
    },
    /** Stops fetching and closes the source. */
    async end(): Promise<void> {
      stop();
      await pending?.item.catch(() => {});
      await iterator.return?.();
    },
  };
}

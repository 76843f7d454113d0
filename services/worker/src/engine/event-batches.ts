import type { EventStore, RecordedEvent, SubscribeOptions } from '@journal/event-store';
import type { OpenedEvent, PoisonEvent, StoredEvent } from '@journal/events';
import type { Projection } from './projection.ts';
import { isPoison, type ProjectionFault } from './projection-fault.ts';
import type { PreparedBatch } from './step.ts';

export type EventBatch<Event> = {
  readonly events: readonly Event[];
  readonly prepared: PreparedBatch;
  /** Where the checkpoint is to be once the events are applied. */
  readonly position: string;
  readonly caughtUp: boolean;
  /** The event after these can't be opened or prepared; nothing beyond it may be applied. */
  readonly poison: PoisonEvent | ProjectionFault | undefined;
};

export type EventSource<Event extends OpenedEvent | RecordedEvent> = {
  readonly store: EventStore;
  readonly codec: { open(events: readonly StoredEvent[]): Promise<readonly OpenedEvent[]> };
  readonly projection: Projection<Event>;
};

/** Yields the events that a projection takes after its checkpoint, prepared; ends at the first poison event. */
export async function* readBatches<Event extends OpenedEvent | RecordedEvent>(
  source: EventSource<Event>,
  options: SubscribeOptions,
): AsyncGenerator<EventBatch<Event>, void, undefined> {
  const { events } = source.projection;
  const types = events === 'all' ? {} : { types: Object.keys(events) };
  let reached = options.after ?? '';
  for await (const batch of source.store.subscribe({ ...options, ...types })) {
    const prepared = await prepareBatch(source, batch.events);
    if (prepared.poison) {
      yield { ...prepared, position: prepared.events.at(-1)?.position ?? reached, caughtUp: false };
      return;
    }
    reached = batch.position;
    yield { ...prepared, position: reached, caughtUp: batch.caughtUp };
  }
}

async function prepareBatch<Event extends OpenedEvent | RecordedEvent>(
  source: EventSource<Event>,
  recorded: readonly RecordedEvent[],
): Promise<Pick<EventBatch<Event>, 'events' | 'prepared' | 'poison'>> {
  const { codec, projection } = source;
  try {
    const events = projection.reads === 'recorded' ? recorded : await codec.open(recorded);
    return {
      events: events as readonly Event[],
      prepared: projection.prepare(events as readonly Event[]),
      poison: undefined,
    };
  } catch (error) {
    if (!isPoison(error)) throw error;
    const before = recorded.filter((event) => event.position < error.position);
    return { ...(await prepareBatch(source, before)), poison: error };
  }
}

export type ReadAhead<Item> = {
  /** Resolves with the next item, or undefined at the end, and begins to fetch the one after. Rejects as the source. */
  next(): Promise<Item | undefined>;
  /** Resolves with whether `next` would settle at once, as soon as it would or after so many milliseconds. */
  waitForNext(timeout: number): Promise<boolean>;
  /** Stops fetching and closes the source. */
  end(): Promise<void>;
};

/** Reads a source one item ahead. `stop` must let a pending fetch end. */
export function readAhead<Item>(source: AsyncIterable<Item>, stop: () => void): ReadAhead<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<Item>> | undefined;
  let hasSettled = false;
  let onSettled = () => {};

  function fetch(): Promise<IteratorResult<Item>> {
    if (pending) return pending;
    hasSettled = false;
    pending = iterator.next();
    const settle = () => {
      hasSettled = true;
      onSettled();
    };
    // Its failure is thrown where it is awaited; until then it must not count as unhandled.
    pending.then(settle, settle);
    return pending;
  }

  return {
    async next() {
      const result = await fetch();
      pending = undefined;
      if (result.done) return undefined;
      void fetch();
      return result.value;
    },
    async waitForNext(timeout) {
      void fetch();
      if (hasSettled) return true;
      return new Promise((resolve) => {
        const timer = setTimeout(() => onSettled(), timeout);
        // One listener for many waits: an item may let itself be waited for over days.
        onSettled = () => {
          clearTimeout(timer);
          onSettled = () => {};
          resolve(hasSettled);
        };
      });
    },
    async end() {
      stop();
      await pending?.catch(() => {});
      await iterator.return?.();
    },
  };
}

import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventStoreDBClient,
  excludeSystemEvents,
  type ResolvedEvent,
  START,
  type RecordedEvent as StoredEvent,
} from '@eventstore/db-client';
import { createBackoff } from '@journal/service-kit/async';
import type { CheckedSubscribe } from '../check-requests.ts';
import type { Position, SubscriptionBatch } from '../event-store.port.ts';
import type { SharedClient } from './client.ts';
import { needsNewClient } from './faults.ts';
import { beforeAll, fromPosition, positionOf, toRecordedEvent } from './reading.ts';

/**
 * Yields batches after a position. The server filters out system events. Unwanted types are filtered here, so that the
 * position advances with every event of the log, not only with the server's infrequent checkpoints.
 */
export async function* subscription(
  client: SharedClient,
  after: Position,
  { types, batchSize, signal, onDropped }: CheckedSubscribe,
): AsyncGenerator<SubscriptionBatch, void> {
  const backoff = createBackoff();
  let position = after;
  let reportedCaughtUp = false;

  while (!signal.aborted) {
    const { current } = client;
    try {
      for await (const { events, isLive } of follow(current, position, batchSize, signal)) {
        backoff.reset();
        const last = events.at(-1);
        if (!last && (!isLive || reportedCaughtUp)) continue;
        if (last) position = positionOf(last);
        reportedCaughtUp = isLive;
        const wanted = types ? events.filter(({ type }) => types.includes(type)) : events;
        yield { events: wanted.map(toRecordedEvent), position, caughtUp: isLive };
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (needsNewClient(error)) client.renew(current);
      onDropped?.(error instanceof Error ? error : new Error(String(error)));
      await backoff.wait(signal);
    }
  }
}

type Portion = {
  readonly events: readonly StoredEvent[];
  /** Whether the server had no more events. */
  readonly isLive: boolean;
};

/** A stream of items that stays open. */
type LiveResponse = Pick<Readable, 'read' | 'readableLength'> & {
  on(event: string, listener: (error: Error) => void): unknown;
  unsubscribe(): Promise<void>;
};

/** Milliseconds to wait for a portion to fill while events keep arriving. */
const fillTimeout = 5;
/** Milliseconds for which a portion fills at the end of the log, counted from its first event. */
const liveFillTime = 1;

/**
 * Yields the events after a position, at most `size` at a time, until aborted. Throws once the subscription is lost and
 * all events that had arrived have been yielded. The client emits "caughtUp" as soon as it receives that message, while
 * earlier events may still be buffered here: the portion is live only once those have been consumed.
 */
async function* follow(
  client: EventStoreDBClient,
  after: Position,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Portion, void> {
  const live = client.subscribeToAll(
    { fromPosition: after === beforeAll ? START : fromPosition(after), filter: excludeSystemEvents() },
    { highWaterMark: size },
  ) as unknown as LiveResponse;
  let taken = 0;
  let liveFrom = Number.POSITIVE_INFINITY;
  let failure: Error | undefined;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  live.on('caughtUp', () => {
    liveFrom = taken + live.readableLength;
    wake();
  });
  live.on('fellBehind', () => {
    liveFrom = Number.POSITIVE_INFINITY;
  });
  live.on('readable', () => wake());
  live.on('error', fail);
  live.on('end', () => fail(new Error('KurrentDB ended the subscription')));
  live.on('close', () => fail(new Error('KurrentDB closed the subscription')));
  // A consumer may take long to request the next batch; an ended subscription must free its call immediately.
  const close = () => {
    live.unsubscribe().catch(() => {});
    wake();
  };
  signal.addEventListener('abort', close, { once: true });

  function take(events: StoredEvent[]): void {
    while (events.length < size) {
      const item = live.read() as ResolvedEvent | null;
      if (item === null) return;
      taken += 1;
      if (item.event) events.push(item.event);
    }
  }

  try {
    let events: StoredEvent[] = [];
    let wasLive = false;
    let filledAt = Number.POSITIVE_INFINITY;
    while (!signal.aborted) {
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      take(events);
      const isLive = taken >= liveFrom;
      const isWaiting = events.length > 0;
      if (isWaiting) filledAt = Math.min(filledAt, performance.now() + liveFillTime);
      const isFilled = isLive && performance.now() >= filledAt;
      const isDue = events.length === size || isLive !== wasLive || (isWaiting && (isFilled || failure));
      if (!isDue) {
        if (failure) throw failure;
        const filled = isWaiting ? [sleep(isLive ? liveFillTime : fillTimeout, false)] : [];
        if (await Promise.race([woken.then(() => true), ...filled])) continue;
      }
      yield { events, isLive: isLive && live.readableLength === 0 };
      wasLive = isLive;
      events = [];
      filledAt = Number.POSITIVE_INFINITY;
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

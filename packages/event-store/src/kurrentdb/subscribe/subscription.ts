import { createBackoff } from '@journal/service-kit/async';
import type { Position, SubscriptionBatch } from '../../event-store.port.ts';
import type { CheckedSubscribe } from '../../read/check-subscribe.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import type { Connection } from '../connection.ts';
import { beforeAll, fromPosition, toPosition } from '../position.ts';
import { toRecordedEvent } from '../recorded-event.ts';
import { needsNewClient } from '../store-error.ts';
import { createFeed } from './feed.ts';

/**
 * Batches after a position. The server leaves out the system's events; those of other types are left out here, so
 * that the position moves on with every event of the log and not only with the server's rare checkpoints.
 */
export async function* subscription(
  connection: Connection,
  after: Position,
  options: CheckedSubscribe,
): AsyncGenerator<SubscriptionBatch, void> {
  const { signal } = options;
  const wanted = options.types && new Set(options.types);
  const backoff = createBackoff();
  let position = after;
  let saidCaughtUp = false;

  while (!signal.aborted) {
    const from = position === beforeAll ? undefined : fromPosition(position);
    const feed = createFeed(connection, from, options.batchSize);
    // Whoever holds a batch may be long in coming back; what an ended subscription holds is freed at once.
    signal.addEventListener('abort', feed.close, { once: true });
    try {
      for (;;) {
        const portion = await unlessAborted(feed.next(), signal);
        if (!portion) return;
        backoff.reset();
        const reached = portion.position ? toPosition(portion.position) : position;
        const hasMoved = reached > position;
        if (hasMoved) position = reached;
        if (!hasMoved && (!portion.isLive || saidCaughtUp)) continue;
        saidCaughtUp = portion.isLive;
        const events = wanted ? portion.events.filter(({ type }) => wanted.has(type)) : portion.events;
        yield { events: events.map(toRecordedEvent), position, caughtUp: portion.isLive };
        if (signal.aborted) return;
      }
    } catch (error) {
      if (needsNewClient(error)) connection.renew();
      options.onDropped?.(error instanceof Error ? error : new Error(String(error)));
      await backoff.wait(signal);
    } finally {
      signal.removeEventListener('abort', feed.close);
      feed.close();
    }
  }
}

import { abortable, createBackoff } from '@journal/service-kit/async';
import type { CheckedSubscribe } from '../check-requests.ts';
import type { Position, SubscriptionBatch } from '../event-store.port.ts';
import type { Connection } from './connection.ts';
import { needsNewClient } from './faults.ts';
import { createFeed } from './feed.ts';
import { beforeAll, fromPosition, toPosition, toRecordedEvent } from './recorded-event.ts';

/**
 * Yields batches after a position. The server filters out system events; other types are filtered out here, so that
 * the position advances with every event of the log and not only with the server's rare checkpoints.
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
  let reportedCaughtUp = false;

  while (!signal.aborted) {
    const from = position === beforeAll ? undefined : fromPosition(position);
    const feed = createFeed(connection, from, options.batchSize);
    // A consumer may take long to come back for the next batch; an ended subscription must free its call at once.
    signal.addEventListener('abort', feed.close, { once: true });
    try {
      for (;;) {
        const portion = await abortable(feed.next(), signal);
        backoff.reset();
        const reached = portion.position ? toPosition(portion.position) : position;
        const hasMoved = reached > position;
        if (hasMoved) position = reached;
        if (!hasMoved && (!portion.isLive || reportedCaughtUp)) continue;
        reportedCaughtUp = portion.isLive;
        const events = wanted ? portion.events.filter(({ type }) => wanted.has(type)) : portion.events;
        yield { events: events.map(toRecordedEvent), position, caughtUp: portion.isLive };
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (needsNewClient(error)) connection.renew();
      options.onDropped?.(error instanceof Error ? error : new Error(String(error)));
      await backoff.wait(signal);
    } finally {
      signal.removeEventListener('abort', feed.close);
      feed.close();
    }
  }
}

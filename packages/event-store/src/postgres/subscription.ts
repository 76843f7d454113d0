import { abortable, createBackoff } from '@journal/service-kit/async';
import type { CheckedSubscribe } from '../check-requests.ts';
import type { Position, SubscriptionBatch } from '../event-store.port.ts';
import type { Notifications, Notified, SharedListener } from './notifications.ts';
import { nextPageSize, type Page, type ReadPage, type shareReads } from './read-log.ts';

export type SubscriptionOptions = {
  readonly readPage: ReadPage;
  /** Reads the next events once the subscription has reached the end of the log. */
  readonly readShared: ReturnType<typeof shareReads>;
  readonly notifications: Notifications;
  readonly listener: SharedListener;
  /** Start position, exclusive. */
  readonly after: Position;
  readonly options: CheckedSubscribe;
};

/** Yields the pages after a position, prefetching one; waits for more at the end of the log. */
export async function* subscription(given: SubscriptionOptions): AsyncGenerator<SubscriptionBatch, void> {
  const { listener, options } = given;
  const { signal } = options;
  if (signal.aborted) return;
  const release = listener.use((error) => options.onDropped?.(error));
  // A consumer may take long to request the next batch; an ended subscription must free its connection immediately.
  signal.addEventListener('abort', release, { once: true });
  try {
    yield* batches(given);
  } finally {
    signal.removeEventListener('abort', release);
    release();
  }
}

async function* batches(given: SubscriptionOptions): AsyncGenerator<SubscriptionBatch, void> {
  const { readPage, readShared, notifications, options } = given;
  const { signal, batchSize, types } = options;
  const backoff = createBackoff();
  let position = given.after;
  let size = batchSize;
  let reportedCaughtUp = false;
  let next: { page: Promise<Page>; notified: Notified } | undefined;

  const fetch = () => {
    // Events notified from here on may not be in the page.
    const { notified } = notifications;
    const page = reportedCaughtUp
      ? readShared(notified, position, size, types)
      : readPage(position, size, types);
    // The read may fail before anything awaits it.
    page.catch(() => {});
    return { page, notified };
  };

  while (!signal.aborted) {
    const { page: pending, notified } = next ?? fetch();
    let page: Page;
    try {
      page = await abortable(pending, signal);
    } catch (error) {
      if (signal.aborted) return;
      next = undefined;
      options.onDropped?.(error as Error);
      await backoff.wait(signal);
      continue;
    }
    backoff.reset();
    if (page.events.length > 0) size = nextPageSize(batchSize, page);
    const hasMoved = page.position > position;
    position = page.position;
    next = page.isLast ? undefined : fetch();
    if (hasMoved || (page.isLast && !reportedCaughtUp)) {
      reportedCaughtUp = page.isLast;
      yield { events: page.events, position, caughtUp: page.isLast };
    }
    if (page.isLast) await notifications.wait(position, notified, signal);
  }
}

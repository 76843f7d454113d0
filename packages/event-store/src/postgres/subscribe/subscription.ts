import { createBackoff } from '@journal/service-kit/async';
import type { Position, SubscriptionBatch } from '../../event-store.port.ts';
import type { CheckedSubscribe } from '../../read/check-subscribe.ts';
import { unlessAborted } from '../../unless-aborted.ts';
import { createPageSize } from './page-size.ts';
import type { Page, ReadPage } from './read-page.ts';
import type { SharedListener } from './shared-listener.ts';
import type { Heard, WakeUps } from './wake-ups.ts';

export type SubscriptionOptions = {
  readPage: ReadPage;
  wakeUps: WakeUps;
  listener: SharedListener;
  /** NOTIFY may be lost with its connection; this often it looks without being told. Milliseconds. */
  poll: number;
  /** Where the reader begins, exclusive. */
  after: Position;
  options: CheckedSubscribe;
};

/** Pages after a position, the next one on its way while one is worked on; at the end of the log, waits for more. */
export async function* subscription(given: SubscriptionOptions): AsyncGenerator<SubscriptionBatch, void> {
  const { listener, options } = given;
  const { signal } = options;
  if (signal.aborted) return;
  const leave = listener.use((error) => options.onDropped?.(error));
  // Whoever holds a batch may be long in coming back; what an ended subscription holds is freed at once.
  signal.addEventListener('abort', leave, { once: true });
  try {
    yield* batches(given);
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

async function* batches(given: SubscriptionOptions): AsyncGenerator<SubscriptionBatch, void> {
  const { readPage, wakeUps, poll, options } = given;
  const { signal } = options;
  const size = createPageSize(options.batchSize);
  const backoff = createBackoff();
  let position = given.after;
  let saidCaughtUp = false;
  let next: { page: Promise<Page>; heard: Heard } | undefined;

  const fetch = () => {
    // What is said from here on may not be in the page.
    const { heard } = wakeUps;
    const page = readPage(position, size.next, options.types);
    // It may fail before anybody asks for it.
    page.catch(() => {});
    return { page, heard };
  };

  while (!signal.aborted) {
    const { page: coming, heard } = next ?? fetch();
    let page: Page | undefined;
    try {
      page = await unlessAborted(coming, signal);
    } catch (error) {
      next = undefined;
      options.onDropped?.(error as Error);
      await backoff.wait(signal);
      continue;
    }
    if (!page) return;
    backoff.reset();
    size.learn(page.events.length, page.bytes);
    const hasMoved = page.position > position;
    position = page.position;
    next = page.isLast ? undefined : fetch();
    if (hasMoved || (page.isLast && !saidCaughtUp)) {
      saidCaughtUp = page.isLast;
      yield { events: page.events, position, caughtUp: page.isLast };
    }
    if (page.isLast) await wakeUps.wait(position, heard, poll, signal);
  }
}

import { withTimeout } from '@journal/service-kit/async';
import { checkRead, checkSubscribe, encodeAppend } from '../check-requests.ts';
import {
  type EventStore,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
} from '../event-store.port.ts';
import { defaultRetryTimeout } from '../retry-append.ts';
import { createAppends } from './appends.ts';
import { shareClient } from './client.ts';
import { checkLeader } from './quorum.ts';
import { beforeAll, checkReadable, fromPosition, readHead, readStream, toRecordedEvent } from './reading.ts';
import { subscription } from './subscription.ts';

export type KurrentDbEventStoreOptions = {
  /** kurrentdb://… or kurrentdb+discover://…; passwords percent-encoded. */
  url: string;
  /** Milliseconds from the call during which an append of unknown outcome is retried; default 5,000. */
  retryTimeout?: number;
  /** Milliseconds after which `check` rejects; default 4,500. */
  checkTimeout?: number;
};

/**
 * Opens the event store in KurrentDB 23.10 or newer; its user must be allowed to read $all. Throws for an invalid
 * address. An unreachable server is not an error: every call tries again, and `check` reports the state.
 */
export async function createKurrentDbEventStore(options: KurrentDbEventStoreOptions): Promise<EventStore> {
  const client = shareClient(options.url);
  const { checkTimeout = 4_500 } = options;
  const ending = new AbortController();
  const appends = createAppends(client, options.retryTimeout ?? defaultRetryTimeout);
  let closed: Promise<void> | undefined;

  const checkOpen = () => {
    if (closed) throw new Error('The event store is closed');
  };

  async function* read(
    stream: string,
    { from, limit }: ReadOptions = {},
  ): AsyncGenerator<RecordedEvent, void> {
    checkOpen();
    for await (const event of readStream(client, stream, from, limit)) yield toRecordedEvent(event);
  }

  async function close() {
    ending.abort();
    await appends.idle();
    await client.close();
  }

  return {
    async append(stream, events, expected) {
      const encoded = encodeAppend(stream, events, expected);
      checkOpen();
      return appends.append(encoded, events);
    },
    read(stream, readOptions) {
      checkRead(stream, readOptions);
      return read(stream, readOptions);
    },
    subscribe(subscribeOptions = {}) {
      const after = subscribeOptions.after ?? beforeAll;
      fromPosition(after);
      return subscription(client, after, checkSubscribe(subscribeOptions, ending.signal));
    },
    async head() {
      checkOpen();
      return readHead(client);
    },
    async check() {
      checkOpen();
      const checks = Promise.all([checkReadable(client), checkLeader(client)]);
      await withTimeout(
        checkTimeout,
        checks,
        () => new StoreUnavailable(`KurrentDB did not answer within ${checkTimeout} ms`),
      );
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

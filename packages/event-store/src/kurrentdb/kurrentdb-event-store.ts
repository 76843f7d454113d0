import { withTimeout } from '@journal/service-kit/async';
import { checkRead, checkSubscribe, encodeAppend } from '../check-requests.ts';
import {
  type EventStore,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
} from '../event-store.port.ts';
import { createAppends } from './appends.ts';
import { type Connection, shareConnection } from './connection.ts';
import { createKnownIds } from './known-ids.ts';
import { readHead, readLastOfAll, readStream } from './reading.ts';
import { beforeAll, fromPosition, toRecordedEvent } from './recorded-event.ts';
import { subscription } from './subscription.ts';

export type KurrentDbEventStoreOptions = {
  /** kurrentdb://… or kurrentdb+discover://…; passwords percent-encoded. */
  url: string;
  /** Milliseconds during which an append of unknown outcome is retried; default 5,000. */
  retryTimeout?: number;
  /** Default: this process's shared one. */
  connection?: Connection;
};

/** Milliseconds. */
const checkTimeout = 4_500;
const checkTimedOut = `KurrentDB did not answer within ${checkTimeout} ms`;
const appendDeadline = 5_000;

/**
 * Opens the event store in a KurrentDB of version 23.10 or newer, whose user may read $all. Throws for an invalid
 * address. A server that is unreachable is no error: every call tries again, and `check` reports the state.
 */
export async function createKurrentDbEventStore(options: KurrentDbEventStoreOptions): Promise<EventStore> {
  const connection = options.connection ?? shareConnection(options.url);
  const ending = new AbortController();
  const known = createKnownIds();
  const retryTimeout = options.retryTimeout ?? 5_000;
  const appends = createAppends({ connection, known, retryTimeout, deadline: appendDeadline });
  let closed: Promise<void> | undefined;

  const checkOpen = () => {
    if (closed) throw new Error('The event store is closed');
  };

  async function* read(
    stream: string,
    { from = 0, limit }: ReadOptions = {},
  ): AsyncGenerator<RecordedEvent, void> {
    checkOpen();
    for await (const event of readStream(connection, stream, from, limit ?? Number.MAX_SAFE_INTEGER)) {
      known.add(stream, Number(event.revision), event.id);
      yield toRecordedEvent(event);
    }
  }

  async function close() {
    ending.abort();
    await appends.idle();
    await connection.close();
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
      return subscription(connection, after, checkSubscribe(subscribeOptions, ending.signal));
    },
    async head() {
      checkOpen();
      return readHead(connection);
    },
    async check() {
      checkOpen();
      await withTimeout(checkTimeout, readLastOfAll(connection), () => new StoreUnavailable(checkTimedOut));
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

import { encodeAppend } from '../append/encoded-append.ts';
import type { EventStore, ReadOptions, RecordedEvent } from '../event-store.port.ts';
import { checkRead } from '../read/check-read.ts';
import { checkSubscribe } from '../read/check-subscribe.ts';
import { within } from '../within.ts';
import { createAppends } from './append/appends.ts';
import { createKnownIds } from './append/known-ids.ts';
import type { Connection } from './connection.ts';
import { beforeAll, fromPosition } from './position.ts';
import { readHead, readLastOfAll } from './read-head.ts';
import { readStream } from './read-stream.ts';
import { toRecordedEvent } from './recorded-event.ts';
import { shareConnection } from './shared-connection.ts';
import { subscription } from './subscribe/subscription.ts';

export type KurrentDbEventStoreOptions = {
  /** kurrentdb://… or kurrentdb+discover://…; passwords percent-encoded. */
  url: string;
  /** Milliseconds in which an append of unknown outcome is tried again; default 5,000. */
  patience?: number;
  /** Default: the one that this process shares. */
  connection?: Connection;
};

/** Milliseconds. */
const checkTimeout = 4_500;
const appendDeadline = 5_000;

/**
 * The event store in a KurrentDB of version 23.10 or newer, whose user may read $all. Throws for an address that
 * can't be right; a server that can't be reached is tried again by every call, and `check` says how it stands.
 */
export async function createKurrentDbEventStore(options: KurrentDbEventStoreOptions): Promise<EventStore> {
  const connection = options.connection ?? shareConnection(options.url);
  const ending = new AbortController();
  const known = createKnownIds();
  const patience = options.patience ?? 5_000;
  const appends = createAppends({ connection, known, patience, deadline: appendDeadline });
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
      known.saw(stream, Number(event.revision), event.id);
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
      await within(checkTimeout, readLastOfAll(connection));
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}

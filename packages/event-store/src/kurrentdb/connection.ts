import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  excludeSystemEvents,
  type JSONType,
  jsonEvent,
  START,
} from '@eventstore/db-client';
import type { NewEvent } from '../event-store.port.ts';
import { toClientAddress } from './connection-string.ts';

/** A position in KurrentDB's log: two unsigned numbers of 64 bits, compared in this order. */
export type LogPosition = { readonly commit: bigint; readonly prepare: bigint };

/** An event as KurrentDB returns it. */
export type StoredEvent = {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  /** Missing on servers before 22.6. */
  readonly position?: LogPosition | undefined;
};

/** One item of a response. */
export type ResponseItem = { readonly event?: StoredEvent };

/** A stream of items (the client's types know those of Node 16 only) that may end at any time; `cancel` ends it at the server too. */
export type Response = Pick<Readable, 'iterator' | 'resume'> & { cancel(): Promise<void> };

/** A stream of items that stays open; emits `caughtUp` and `fellBehind` between them. */
export type LiveResponse = Pick<Readable, 'read' | 'readableLength'> & {
  on(event: string, listener: (...details: never[]) => void): unknown;
  unsubscribe(): Promise<void>;
};

export type Written = {
  readonly success: boolean;
  readonly nextExpectedRevision: bigint;
  readonly position?: LogPosition | undefined;
};

export type SubscribeCall = {
  readonly after: LogPosition | undefined;
  /** Everything before this position has been sent. */
  readonly onCheckpoint: (position: LogPosition) => void;
  /** Items buffered here before the server is asked to pause. */
  readonly buffered: number;
};

/** The part of KurrentDB's client that the adapter uses. */
export type Connection = {
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: bigint | 'any' | 'no_stream',
    deadline: number,
  ): Promise<Written>;
  readStream(stream: string, from: bigint, limit: number): Response;
  readAllBackwards(before: LogPosition | undefined, limit: number): Response;
  /** Everything but the system's own events. */
  subscribe(call: SubscribeCall): LiveResponse;
  /** Replaces the client with the next call: it never recovers from some failures of discovery. */
  renew(): void;
  close(): Promise<void>;
};

/** Milliseconds to wait for the client's end, which itself waits for every call it made. */
const closingTimeout = 2_000;

/** Connects with the first call. Throws for an invalid address, without repeating the password in it. */
export function connect(url: string): Connection {
  let client = createClient(url);
  return {
    append: (stream, events, expected, deadline) =>
      client.appendToStream(stream, events.map(toClientEvent), { expectedRevision: expected, deadline }),
    readStream: (stream, from, limit) =>
      client.readStream(stream, { fromRevision: from, maxCount: limit }) as unknown as Response,
    readAllBackwards: (before, limit) =>
      client.readAll({
        direction: BACKWARDS,
        fromPosition: before ?? END,
        maxCount: limit,
      }) as unknown as Response,
    subscribe: ({ after, onCheckpoint, buffered }) =>
      client.subscribeToAll(
        {
          fromPosition: after ?? START,
          filter: excludeSystemEvents({
            checkpointReached: (_subscription, position) => onCheckpoint(position),
          }),
        },
        { highWaterMark: buffered },
      ),
    renew() {
      // Not disposed: subscriptions of the old client would end silently.
      client = createClient(url);
    },
    async close() {
      await Promise.race([client.dispose(), sleep(closingTimeout, undefined, { ref: false })]);
    },
  };
}

function createClient(url: string): EventStoreDBClient {
  const address = toClientAddress(url);
  try {
    return EventStoreDBClient.connectionString(address);
  } catch {
    throw new Error('The KurrentDB client cannot parse this address; is the password percent-encoded?');
  }
}

function toClientEvent({ id, type, data, metadata }: NewEvent) {
  return jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType });
}

const open = new Map<string, { readonly connection: Connection; users: number }>();

/**
 * Returns this process's one connection to an address. The client keeps the appends of all its instances in one table,
 * which a failure of any of them empties, so a process must not have two. The last user's `close` closes it.
 */
export function shareConnection(url: string): Connection {
  const shared = open.get(url) ?? { connection: connect(url), users: 0 };
  open.set(url, shared);
  shared.users += 1;
  let isClosed = false;
  return {
    ...shared.connection,
    async close() {
      if (isClosed) return;
      isClosed = true;
      shared.users -= 1;
      if (shared.users > 0) return;
      open.delete(url);
      await shared.connection.close();
    },
  };
}

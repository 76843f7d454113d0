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
import type { LogPosition } from './position.ts';

/** An event as KurrentDB gives it. */
export type StoredEvent = {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  /** Not told by servers before 22.6. */
  readonly position?: LogPosition | undefined;
};

/** What a call answers with, item by item. */
export type AnswerItem = { readonly event?: StoredEvent };

/** A readable of items (the client's types know those of Node 16 only), which may end at any time; `cancel` ends it at the server too. */
export type Answer = Pick<Readable, 'iterator' | 'resume'> & { cancel(): Promise<void> };

/** A readable of items that stays open; emits `caughtUp` and `fellBehind` between them. */
export type LiveAnswer = Pick<Readable, 'read' | 'readableLength'> & {
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
  /** Items held here before the server is asked to pause. */
  readonly buffered: number;
};

/** What the adapter needs of KurrentDB, and no more. */
export type Connection = {
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: bigint | 'any' | 'no_stream',
    deadline: number,
  ): Promise<Written>;
  readStream(stream: string, from: bigint, limit: number): Answer;
  readAllBackwards(before: LogPosition | undefined, limit: number): Answer;
  /** Everything but the system's own events. */
  subscribe(call: SubscribeCall): LiveAnswer;
  /** Begins anew with the next call: after some failures of discovery a client never recovers. */
  renew(): void;
  close(): Promise<void>;
};

/** The client waits for the end of every call it made; this long we wait for the client. Milliseconds. */
const closingTimeout = 2_000;

/** Connects with the first call. Throws for an address that can't be used, without repeating the password in it. */
export function connect(url: string): Connection {
  let client = createClient(url);
  return {
    append: (stream, events, expected, deadline) =>
      client.appendToStream(stream, events.map(toClientEvent), { expectedRevision: expected, deadline }),
    readStream: (stream, from, limit) =>
      client.readStream(stream, { fromRevision: from, maxCount: limit }) as unknown as Answer,
    readAllBackwards: (before, limit) =>
      client.readAll({
        direction: BACKWARDS,
        fromPosition: before ?? END,
        maxCount: limit,
      }) as unknown as Answer,
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
      // Not disposed: subscriptions of the old client would end without a word.
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
    throw new Error(
      'This address of a KurrentDB is not one that its client can read; is the password percent-encoded?',
    );
  }
}

function toClientEvent({ id, type, data, metadata }: NewEvent) {
  return jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType });
}

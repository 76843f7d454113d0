import type { Readable } from 'node:stream';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  type Position as LogPosition,
  type ResolvedEvent,
  type RecordedEvent as StoredEvent,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { EventMetadata } from '@journal/events';
import { InvalidRequest, type Position, type RecordedEvent } from '../event-store.port.ts';
import { toObject } from '../stored-content.ts';
import type { SharedClient } from './client.ts';
import { needsNewClient, toStoreError } from './faults.ts';

/** Digits of the largest 64-bit number, so that positions compare as strings in numerical order. */
const digits = 20;

/** Position before the first event. */
export const beforeAll: Position = toPosition({ commit: 0n, prepare: 0n });

export function toPosition({ commit, prepare }: LogPosition): Position {
  return `${String(commit).padStart(digits, '0')}/${String(prepare).padStart(digits, '0')}`;
}

/** Throws `InvalidRequest` for a position that this store never returned. */
export function fromPosition(position: Position): LogPosition {
  const [, commit, prepare] = /^([0-9]{20})\/([0-9]{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new InvalidRequest(`"${position}" is not a position of a KurrentDB event log`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

/** Throws if the server is too old to return positions. */
export function toRecordedEvent(event: StoredEvent): RecordedEvent {
  return {
    id: event.id,
    type: event.type,
    data: toObject(event.data),
    metadata: toObject(event.metadata) as EventMetadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event),
  };
}

export function positionOf({ position }: Pick<StoredEvent, 'position'>): Position {
  if (!position)
    throw new Error(
      'This KurrentDB returns no positions with stream reads: version 23.10 or newer is required',
    );
  return toPosition(position);
}

/** A stream of items that may end at any time; `cancel` also ends it on the server. */
type Response = Pick<Readable, 'iterator' | 'resume' | 'destroy'> & { cancel(): Promise<void> };

/** Milliseconds to wait for the next event of a response. */
const answerTimeout = 5_000;

/**
 * Yields the events of a response; throws if the next event does not arrive within 5 s. A response that the consumer
 * leaves early is cancelled and drained: the client considers a call ended only once it has been read completely, and
 * would otherwise keep it and wait for it forever on close.
 */
async function* eventsOf(given: unknown): AsyncGenerator<StoredEvent, void> {
  // The client's types are those of Node 16.
  const response = given as Response;
  let hasEnded = false;
  let isConsuming = false;
  // Cancelling sends a request to the server, which may be the one that is not responding.
  const cancel = () => response.cancel().catch(() => {});
  const silence = setTimeout(() => {
    if (isConsuming) return silence.refresh();
    void cancel();
    response.destroy(new Error(`it did not answer within ${answerTimeout} ms`));
  }, answerTimeout);
  try {
    for await (const item of response.iterator({ destroyOnReturn: false })) {
      const { event } = item as ResolvedEvent;
      isConsuming = true;
      if (event) yield event;
      isConsuming = false;
      silence.refresh();
    }
    hasEnded = true;
  } catch (error) {
    hasEnded = true;
    throw error;
  } finally {
    clearTimeout(silence);
    if (!hasEnded) {
      await cancel();
      response.resume();
    }
  }
}

/** Yields the events of a stream in order; none if the stream does not exist. */
export async function* readStream(
  client: SharedClient,
  stream: string,
  from = 0,
  limit = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<StoredEvent, void> {
  if (limit <= 0) return;
  const { current } = client;
  try {
    yield* eventsOf(current.readStream(stream, { fromRevision: BigInt(from), maxCount: limit }));
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw failureOf(client, current, error);
  }
}

/** Yields the events before a position, newest first, with system events. Throws if $all is not readable. */
async function* readBackwards(
  client: SharedClient,
  limit: number,
  before: LogPosition | typeof END = END,
): AsyncGenerator<StoredEvent, void> {
  const { current } = client;
  try {
    yield* eventsOf(current.readAll({ direction: BACKWARDS, fromPosition: before, maxCount: limit }));
  } catch (error) {
    throw failureOf(client, current, error);
  }
}

function failureOf(client: SharedClient, failed: EventStoreDBClient, error: unknown) {
  if (needsNewClient(error)) client.renew(failed);
  return toStoreError(error);
}

/** Resolves if $all is readable. */
export async function checkReadable(client: SharedClient): Promise<void> {
  for await (const _newest of readBackwards(client, 1)) return;
}

/** Statistics and other system events may follow the journal's last event, but not many at a time. */
const pageSize = 100;

/** Resolves with the last non-system event's position, undefined if there is none. Throws if $all is not readable. */
export async function readHead(client: SharedClient): Promise<Position | undefined> {
  let before: LogPosition | typeof END = END;
  for (;;) {
    let count = 0;
    for await (const event of readBackwards(client, pageSize, before)) {
      if (!event.type.startsWith('$')) return positionOf(event);
      count += 1;
      before = event.position ?? END;
    }
    if (count < pageSize) return undefined;
  }
}

import { StreamNotFoundError } from '@eventstore/db-client';
import type { Position } from '../event-store.port.ts';
import type { Connection, LogPosition, Response, ResponseItem, StoredEvent } from './connection.ts';
import { toStoreError } from './faults.ts';
import { isSystemEvent, positionOf } from './recorded-event.ts';

/**
 * Yields the events of a response. A response that is left early is cancelled and drained: the client considers a call
 * ended only once all of it has been read, and would otherwise keep it and wait for it on close forever.
 */
export async function* eventsOf(response: Response): AsyncGenerator<StoredEvent, void> {
  let hasEnded = false;
  try {
    for await (const item of response.iterator({ destroyOnReturn: false })) {
      const { event } = item as ResponseItem;
      if (event) yield event;
    }
    hasEnded = true;
  } catch (error) {
    hasEnded = true;
    throw error;
  } finally {
    if (!hasEnded) {
      await response.cancel();
      response.resume();
    }
  }
}

/** Yields the events of a stream in order; none if the stream does not exist. */
export async function* readStream(
  connection: Connection,
  stream: string,
  from: number,
  limit: number,
): AsyncGenerator<StoredEvent, void> {
  if (limit <= 0) return;
  try {
    yield* eventsOf(connection.readStream(stream, BigInt(from), limit));
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw toStoreError(error);
  }
}

/** Statistics and other system events may follow our last event, but not many at a time. */
const pageSize = 100;

/** Returns the position of the last event that is not a system event, or undefined. */
export async function readHead(connection: Connection): Promise<Position | undefined> {
  let before: LogPosition | undefined;
  for (;;) {
    const page = await readPage(connection, before, pageSize);
    const last = page.find((event) => !isSystemEvent(event));
    if (last) return positionOf(last);
    if (page.length < pageSize) return undefined;
    before = page.at(-1)?.position;
  }
}

/** Throws where $all is not readable. */
export async function readLastOfAll(connection: Connection): Promise<void> {
  await readPage(connection, undefined, 1);
}

async function readPage(
  connection: Connection,
  before: LogPosition | undefined,
  limit: number,
): Promise<StoredEvent[]> {
  const page: StoredEvent[] = [];
  try {
    for await (const event of eventsOf(connection.readAllBackwards(before, limit))) page.push(event);
  } catch (error) {
    throw toStoreError(error);
  }
  return page;
}

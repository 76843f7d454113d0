import { StreamNotFoundError } from '@eventstore/db-client';
import { answerEvents } from './answer-events.ts';
import type { Connection, StoredEvent } from './connection.ts';
import { toStoreError } from './store-error.ts';

/** The events of a stream in order; none where there is no such stream. */
export async function* readStream(
  connection: Connection,
  stream: string,
  from: number,
  limit: number,
): AsyncGenerator<StoredEvent, void> {
  if (limit <= 0) return;
  try {
    yield* answerEvents(connection.readStream(stream, BigInt(from), limit));
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw toStoreError(error);
  }
}

import type { Position } from '../event-store.port.ts';
import { answerEvents } from './answer-events.ts';
import type { Connection, StoredEvent } from './connection.ts';
import type { LogPosition } from './position.ts';
import { isSystemEvent, positionOf } from './recorded-event.ts';
import { toStoreError } from './store-error.ts';

/** Statistics and the like may stand behind our last event, but not many between two of ours. */
const pageSize = 100;

/** The position of the last event that is not the system's, or undefined where there is none. */
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

/** Throws where $all can't be read. */
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
    for await (const event of answerEvents(connection.readAllBackwards(before, limit))) page.push(event);
  } catch (error) {
    throw toStoreError(error);
  }
  return page;
}

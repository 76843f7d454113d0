import type pg from 'pg';
import type { ReadOptions, RecordedEvent } from '../event-store.port.ts';
import type { LogNames } from './log-names.ts';
import { asText, type EventRow, eventColumns, toRecordedEvent } from './recorded-row.ts';

const pageSize = 500;

/** Gives the events of a stream in order, a page at a time; `onRead` is told how far each page went. */
export function createReadStream(
  pool: pg.Pool,
  names: LogNames,
  onRead: (stream: string, revision: number) => void,
) {
  const statement = {
    name: names.statement('read'),
    text: `select ${eventColumns} from ${names.table} event
      where event.stream = $1 and event.revision >= $2 order by event.revision limit $3`,
    rowMode: 'array' as const,
    types: asText,
  };
  return async function* read(
    stream: string,
    options: ReadOptions = {},
  ): AsyncGenerator<RecordedEvent, void> {
    let from = options.from ?? 0;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      const limit = Math.min(pageSize, left);
      const { rows } = await pool.query<EventRow>({ ...statement, values: [stream, from, limit] });
      if (rows.length > 0) onRead(stream, from + rows.length - 1);
      for (const row of rows) yield toRecordedEvent(row);
      if (rows.length < limit) return;
      from += rows.length;
      left -= rows.length;
    }
  };
}

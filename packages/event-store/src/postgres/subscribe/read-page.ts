import type pg from 'pg';
import type { Position, RecordedEvent } from '../../event-store.port.ts';
import type { LogNames } from '../log-names.ts';
import { fromPosition, toPosition } from '../position.ts';
import { asText, type EventRow, eventColumns, toRecordedEvent } from '../recorded-row.ts';

export type Page = {
  readonly events: readonly RecordedEvent[];
  /** All that matches up to here has been given. */
  readonly position: Position;
  /** Whether there was nothing behind this page when it was read. */
  readonly isLast: boolean;
  /** About what the events take as text. */
  readonly bytes: number;
};

type FilteredRow = [head: string, ...event: EventRow];

/** Reads the events after a position in order, all or those of some types, at most `limit`. */
export function createReadPage(pool: pg.Pool, names: LogNames) {
  const all = {
    name: names.statement('page'),
    text: `select ${eventColumns} from ${names.table} event
      where event.position > $1 order by event.position limit $2`,
    rowMode: 'array' as const,
    types: asText,
  };
  // Each type's index entries are in order already: merging the first of each finds the page without sorting the rest.
  const ofTypes = {
    name: names.statement('page_of_types'),
    text: `select log.head, ${eventColumns}
      from (
        select coalesce((select position from ${names.table} order by position desc limit 1), 0) as head
      ) log
      left join (
        select entry.position
        from unnest($3::text[]) as wanted (type) cross join lateral (
          select position from ${names.table}
          where type = wanted.type and position > $1 order by position limit $2
        ) entry
        order by entry.position limit $2
      ) page on true
      left join ${names.table} event on event.position = page.position
      order by event.position`,
    rowMode: 'array' as const,
    types: asText,
  };

  async function readAll(after: Position, limit: number): Promise<Page> {
    const { rows } = await pool.query<EventRow>({ ...all, values: [fromPosition(after), limit] });
    const events = rows.map(toRecordedEvent);
    const position = events.at(-1)?.position ?? after;
    return { events, position, isLast: rows.length < limit, bytes: sizeOf(rows) };
  }

  async function readTypes(after: Position, limit: number, types: readonly string[]): Promise<Page> {
    const values = [fromPosition(after), limit, types];
    const { rows } = await pool.query<FilteredRow>({ ...ofTypes, values });
    const matching = rows.flatMap(([, ...row]) => (row[0] === null ? [] : [row]));
    const events = matching.map(toRecordedEvent);
    const isLast = events.length < limit;
    const end = isLast ? toPosition(rows[0]?.[0] ?? '0') : events.at(-1)?.position;
    return { events, position: end && end > after ? end : after, isLast, bytes: sizeOf(matching) };
  }

  return (after: Position, limit: number, types?: readonly string[]): Promise<Page> =>
    types ? readTypes(after, limit, types) : readAll(after, limit);
}

export type ReadPage = ReturnType<typeof createReadPage>;

function sizeOf(rows: readonly EventRow[]): number {
  let bytes = 0;
  for (const row of rows) bytes += row[5].length + row[6].length;
  return bytes;
}

import type { EventMetadata } from '@journal/events';
import type pg from 'pg';
import type { CustomTypesConfig } from 'pg';
import { InvalidRequest, type Position, type ReadOptions, type RecordedEvent } from '../event-store.port.ts';
import { toObject } from '../stored-content.ts';
import type { LogNames } from './log-schema.ts';

/** Digits of the largest bigint, so that positions compare as strings in numerical order. */
const digits = 19;

/** Position before the first event. */
export const beforeAll: Position = '0'.repeat(digits);

export function toPosition(number: bigint | string): Position {
  return String(number).padStart(digits, '0');
}

/** Returns the position as a query parameter. Throws `InvalidRequest` for a position that this store never returned. */
export function fromPosition(position: Position): string {
  if (!/^[0-9]{19}$/.test(position))
    throw new InvalidRequest(`"${position}" is not a position of a Postgres event log`);
  return String(BigInt(position));
}

/** The columns below, each value as Postgres' text. */
type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

const eventColumns =
  'event.position, event.stream, event.revision, event.event_id, event.type, event.data, event.metadata';

/** Rows as arrays of text: events are read by the thousand, and the driver's type parsing adds a third to the cost. */
const asText = {
  rowMode: 'array' as const,
  types: { getTypeParser: () => (value: string) => value } as unknown as CustomTypesConfig,
};

function toRecordedEvent([position, stream, revision, id, type, data, metadata]: EventRow): RecordedEvent {
  return {
    id,
    type,
    data: toObject(JSON.parse(data)),
    metadata: toObject(JSON.parse(metadata)) as EventMetadata,
    stream,
    revision: Number(revision),
    position: toPosition(position),
  };
}

/** For reads that a request or a subscription waits for: a server that has not responded by then counts as lost. */
export const readQueryOptions = { query_timeout: 5_000 };

const streamPageSize = 500;

/** Returns a function that yields the events of a stream in order, fetched in pages. */
export function createReadStream(pool: pg.Pool, names: LogNames) {
  const statement = {
    ...readQueryOptions,
    name: names.statement('read'),
    text: `select ${eventColumns} from ${names.table} event
      where event.stream = $1 and event.revision >= $2 order by event.revision limit $3`,
    ...asText,
  };
  return async function* read(
    stream: string,
    { from = 0, limit = Number.POSITIVE_INFINITY }: ReadOptions = {},
  ): AsyncGenerator<RecordedEvent, void> {
    for (let next = from, left = limit; left > 0; ) {
      const size = Math.min(streamPageSize, left);
      const { rows } = await pool.query<EventRow>({ ...statement, values: [stream, next, size] });
      for (const row of rows) yield toRecordedEvent(row);
      if (rows.length < size) return;
      next += rows.length;
      left -= rows.length;
    }
  };
}

export type Page = {
  readonly events: readonly RecordedEvent[];
  /** All matching events up to here have been returned. */
  readonly position: Position;
  /** Whether the log contained nothing after this page when it was read. */
  readonly isLast: boolean;
  /** Approximate size of the events as text. */
  readonly bytes: number;
};

export type ReadPage = ReturnType<typeof createReadPage>;

/** Returns a function that reads at most `limit` events after a position in order, of all types or some. */
export function createReadPage(pool: pg.Pool, names: LogNames) {
  const all = {
    name: names.statement('page'),
    text: `select ${eventColumns} from ${names.table} event
      where event.position > $1 order by event.position limit $2`,
    ...asText,
  };
  // Each type's index entries are already in order: merging the first of each finds the page without sorting the rest.
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
    ...asText,
  };

  return async (
    after: Position,
    limit: number,
    types?: readonly string[],
    timeout: Partial<typeof readQueryOptions> = {},
  ): Promise<Page> => {
    let rows: EventRow[];
    let head: string | undefined;
    if (types) {
      const values = [fromPosition(after), limit, types];
      const result = await pool.query<[head: string, ...event: EventRow]>({ ...ofTypes, ...timeout, values });
      head = result.rows[0]?.[0];
      rows = result.rows.flatMap(([, ...row]) => (row[0] === null ? [] : [row]));
    } else
      rows = (await pool.query<EventRow>({ ...all, ...timeout, values: [fromPosition(after), limit] })).rows;
    const events = rows.map(toRecordedEvent);
    const isLast = events.length < limit;
    const end = isLast && head !== undefined ? toPosition(head) : events.at(-1)?.position;
    const bytes = rows.reduce((sum, row) => sum + row[5].length + row[6].length, 0);
    return { events, position: end && end > after ? end : after, isLast, bytes };
  };
}

const maxShared = 50;

/**
 * Returns a function that reads the events after a position once for all subscriptions that the same notification woke
 * at that position; each subscription filters its types from the result. If there are more events than a shared read
 * returns, each subscription reads on its own.
 */
export function shareReads(readPage: ReadPage) {
  let last:
    | { readonly after: Position; readonly notified: unknown; readonly page: Promise<Page> }
    | undefined;
  return async (
    notified: unknown,
    after: Position,
    limit: number,
    types?: readonly string[],
  ): Promise<Page> => {
    if (last?.after !== after || last.notified !== notified) {
      const started = { after, notified, page: readPage(after, maxShared, undefined, readQueryOptions) };
      last = started;
      started.page.catch(() => {
        if (last === started) last = undefined;
      });
    }
    const page = await last.page;
    const events = types ? page.events.filter(({ type }) => types.includes(type)) : page.events;
    return page.isLast && events.length < limit ? { ...page, events } : readPage(after, limit, types);
  };
}

/** A subscription keeps two pages in memory at a time, so this bounds its memory when events are large. */
const maxPageBytes = 8 * 1024 * 1024;

/** Returns the size of the next page: `max` events, or as many as are expected to fit in 8 MiB. */
export function nextPageSize(max: number, { events, bytes }: Pick<Page, 'events' | 'bytes'>): number {
  return Math.max(1, Math.min(max, Math.floor((maxPageBytes * events.length) / bytes)));
}

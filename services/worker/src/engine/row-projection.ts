import type { EventCatalogue, OpenedEvent } from '@journal/events';
import type { Write } from '@journal/postgres';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';
import { type Erasure, type Owners, sortEvents, withoutForgotten } from './erasure.ts';
import type { Projection } from './projection.ts';
import { ProjectionFault } from './projection-fault.ts';

type Fold<Row, Event> = (row: Row | undefined, event: Event) => Row;

/** A projection whose rows each follow one stream; `revision` tells which of its events a row has seen. */
export type RowProjectionParts<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version,
  Forgetting extends OpenedEvent = never,
  Key extends number | string = number,
> = {
  readonly model: ReadModel;
  readonly events: EventCatalogue;
  keyOf(event: Event): Key;
  /** The row after the event, from the row before it (undefined: none yet). Pure; throws where it makes no sense. */
  readonly on: { readonly [Type in Event['type']]: Fold<Row, Extract<Event, { type: Type }>> };
  /** What the history keeps of the event. Pure. */
  versionOf(event: Event): Version;
  readonly tables: {
    /** The rows there are, in one statement. */
    load(
      database: Pick<pg.Pool, 'query'>,
      schema: string,
      keys: readonly Key[],
    ): Promise<ReadonlyMap<Key, Row>>;
    /** Inserts or replaces the rows. */
    save(schema: string, rows: readonly Row[]): Write;
    /** Inserts the versions. */
    insertVersions(schema: string, versions: readonly Version[]): Write;
  };
  /** How people are forgotten, where the rows hold something of them. */
  readonly erasure?: Erasure<Event, Row, Forgetting, Key>;
  /** What readers see differently after the batch; `before` is undefined for a new row. */
  topicsOf(before: Row | undefined, after: Row): Iterable<string>;
};

/**
 * Applies batches of any size with one step: the rows that the batch touches are loaded, folded in memory, and
 * written back with the versions. An event that a row has seen already changes nothing; one before which another is
 * missing is a `ProjectionFault`, so `events` has to name every type that the streams have.
 */
export function defineRowProjection<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version,
  Forgetting extends OpenedEvent = never,
  Key extends number | string = number,
>(parts: RowProjectionParts<Event, Row, Version, Forgetting, Key>): Projection<Event | Forgetting> {
  const { tables, erasure } = parts;
  type Rows = ReadonlyMap<Key, Row>;
  type Database = Pick<pg.Pool, 'query'>;

  function foldOne(event: Event, row: Row | undefined): Row {
    try {
      const expected = row === undefined ? 0 : row.revision + 1;
      if (event.revision !== expected) throw new Error(`revision ${expected} of its stream is missing`);
      const apply = parts.on[event.type as Event['type']] as Fold<Row, Event>;
      return apply(row, event);
    } catch (error) {
      throw new ProjectionFault(event, error);
    }
  }

  /** The rows after the events, and those of the events that they had not seen. */
  function fold(before: Rows, events: readonly Event[]): { after: Rows; fresh: readonly Event[] } {
    const after = new Map(before);
    const fresh = events.filter((event) => {
      const key = parts.keyOf(event);
      const row = after.get(key);
      if (row !== undefined && event.revision <= row.revision) return false;
      after.set(key, foldOne(event, row));
      return true;
    });
    return { after, fresh };
  }

  async function load(
    database: Database,
    schema: string,
    keys: readonly Key[],
    { present, leaving }: Owners,
  ) {
    const [rows, forgotten, theirs] = await Promise.all([
      keys.length === 0 ? new Map<Key, Row>() : tables.load(database, schema, keys),
      !erasure || present.length === 0 ? [] : erasure.tables.forgotten(database, schema, present),
      !erasure || leaving.size === 0 ? [] : erasure.tables.loadOf(database, schema, [...leaving.keys()]),
    ]);
    return { before: new Map([...rows, ...theirs]), forgotten: new Map([...forgotten, ...leaving]), theirs };
  }

  /** The rows as they are once those of the forgotten are erased. */
  function erase(before: Rows, theirs: Iterable<readonly [Key, Row]>, { leaving }: Owners): Rows {
    const left = new Map(before);
    for (const [key, row] of theirs) {
      const pieces = erasure && leaving.get(erasure.ownerOfRow(row));
      const rest = pieces && erasure.ofRow(row, pieces);
      if (rest === undefined) left.delete(key);
      else left.set(key, rest);
    }
    return left;
  }

  return {
    model: parts.model,
    events: parts.events,
    prepare(batch, schema) {
      const { events, owners } = sortEvents(batch, erasure);
      const versionsOf = (some: readonly Event[]) =>
        tables.insertVersions(
          schema,
          some.map((event) => parts.versionOf(event)),
        );
      const allVersions = versionsOf(events);
      const keys = [...new Set(events.map((event) => parts.keyOf(event)))];
      return {
        async changes(database) {
          const { before, forgotten, theirs } = await load(database, schema, keys, owners);
          const left = erasure ? withoutForgotten(events, erasure, forgotten) : events;
          const { after, fresh } = fold(erase(before, theirs, owners), left);
          const changed = [...after].filter(([key, row]) => row !== before.get(key));
          const rows = changed.map(([, row]) => row);
          return {
            writes: [
              tables.save(schema, rows),
              left === events && fresh.length === events.length ? allVersions : versionsOf(fresh),
              ...(erasure && owners.leaving.size > 0 ? erasure.tables.forget(schema, owners.leaving) : []),
            ],
            topics: new Set(changed.flatMap(([key, row]) => [...parts.topicsOf(before.get(key), row)])),
          };
        },
      };
    },
  };
}

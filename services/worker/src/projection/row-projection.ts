import type { EventCatalogue, OpenedEvent } from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';
import type { Projection, Write } from './projection.ts';
import { ProjectionFault } from './projection-fault.ts';

type Fold<Row, Event> = (row: Row | undefined, event: Event) => Row;

/** A projection whose rows each follow one stream; `revision` tells which of its events a row has seen. */
export type RowProjectionParts<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version,
> = {
  readonly model: ReadModel;
  readonly events: EventCatalogue;
  keyOf(event: Event): number;
  /** The row after the event, from the row before it (undefined: none yet). Pure; throws where it makes no sense. */
  readonly on: { readonly [Type in Event['type']]: Fold<Row, Extract<Event, { type: Type }>> };
  /** What the history keeps of the event. Pure. */
  versionOf(event: Event): Version;
  readonly tables: {
    /** The rows there are, in one statement. */
    load(
      database: Pick<pg.Pool, 'query'>,
      schema: string,
      keys: readonly number[],
    ): Promise<ReadonlyMap<number, Row>>;
    /** Inserts or replaces the rows. */
    save(schema: string, rows: readonly Row[]): Write;
    /** Inserts the versions. */
    insertVersions(schema: string, versions: readonly Version[]): Write;
  };
  /** What readers see differently after the batch; `before` is undefined for a new row. */
  topicsOf(before: Row | undefined, after: Row): Iterable<string>;
};

/**
 * Applies batches of any size with two statements: the rows that the batch touches are loaded, folded in memory, and
 * written back with the versions. An event that a row has seen already changes nothing; one before which another is
 * missing is a `ProjectionFault`, so `events` has to name every type that the streams have.
 */
export function defineRowProjection<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version,
>(parts: RowProjectionParts<Event, Row, Version>): Projection<Event> {
  const { tables } = parts;

  function fold(event: Event, row: Row | undefined): Row {
    try {
      const expected = row === undefined ? 0 : row.revision + 1;
      if (event.revision !== expected) throw new Error(`revision ${expected} of its stream is missing`);
      const apply = parts.on[event.type as Event['type']] as Fold<Row, Event>;
      return apply(row, event);
    } catch (error) {
      throw new ProjectionFault(event, error);
    }
  }

  return {
    model: parts.model,
    events: parts.events,
    prepare(events, schema) {
      const versionsOf = (some: readonly Event[]) =>
        tables.insertVersions(
          schema,
          some.map((event) => parts.versionOf(event)),
        );
      const allVersions = versionsOf(events);
      const keys = [...new Set(events.map((event) => parts.keyOf(event)))];
      return {
        async changes(database) {
          const before =
            keys.length === 0 ? new Map<number, Row>() : await tables.load(database, schema, keys);
          const after = new Map(before);
          const fresh = events.filter((event) => {
            const key = parts.keyOf(event);
            const row = after.get(key);
            if (row !== undefined && event.revision <= row.revision) return false;
            after.set(key, fold(event, row));
            return true;
          });
          const changed = [...after].filter(([key, row]) => row !== before.get(key));
          const rows = changed.map(([, row]) => row);
          return {
            writes: [
              tables.save(schema, rows),
              fresh.length === events.length ? allVersions : versionsOf(fresh),
            ],
            topics: new Set(changed.flatMap(([key, row]) => [...parts.topicsOf(before.get(key), row)])),
          };
        },
      };
    },
  };
}

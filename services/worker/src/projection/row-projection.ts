import type { EventCatalogue, OpenedEvent } from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';
import type { Projection } from './projection.ts';
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
    load(client: pg.ClientBase, schema: string, keys: readonly number[]): Promise<ReadonlyMap<number, Row>>;
    /** Inserts or replaces the rows, in one statement. */
    save(client: pg.ClientBase, schema: string, rows: readonly Row[]): Promise<void>;
    /** The statement that inserts the versions. */
    insertVersions(schema: string, versions: readonly Version[]): pg.QueryConfig;
  };
  /** What readers see differently after the batch; `before` is undefined for a new row. */
  topicsOf(before: Row | undefined, after: Row): Iterable<string>;
};

/**
 * Applies batches of any size with three statements: the rows that the batch touches are loaded, folded in memory,
 * and written back. An event that a row has seen already changes nothing.
 */
export function defineRowProjection<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version,
>(parts: RowProjectionParts<Event, Row, Version>): Projection<Event> {
  const { tables } = parts;

  function fold(event: Event, row: Row | undefined): Row {
    try {
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
      const insertOf = (some: readonly Event[]) =>
        tables.insertVersions(
          schema,
          some.map((event) => parts.versionOf(event)),
        );
      const insertAll = insertOf(events);
      return {
        async write(client) {
          const keys = [...new Set(events.map((event) => parts.keyOf(event)))];
          const before = await tables.load(client, schema, keys);
          const after = new Map(before);
          const fresh = events.filter((event) => {
            const key = parts.keyOf(event);
            const row = after.get(key);
            if (row !== undefined && event.revision <= row.revision) return false;
            after.set(key, fold(event, row));
            return true;
          });
          const changed = [...after].filter(([key, row]) => row !== before.get(key));
          await tables.save(
            client,
            schema,
            changed.map(([, row]) => row),
          );
          await client.query(fresh.length === events.length ? insertAll : insertOf(fresh));
          return new Set(changed.flatMap(([key, row]) => [...parts.topicsOf(before.get(key), row)]));
        },
      };
    },
  };
}

import {
  columnOf,
  type EventCatalogue,
  type JournalEventOf,
  type OpenedEvent,
  type PiecesOfForgotten,
} from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import {
  eraseFields,
  type Forgotten,
  type ForgottenTable,
  readForgotten,
  rememberForgotten,
  withoutFields,
} from './erasure.ts';
import type { Projection } from './projection.ts';
import { ProjectionFault } from './projection-fault.ts';
import { deleteRows, insertRows, loadRows, replaceRows, type Table } from './rows.ts';
import type { StepTransaction } from './step.ts';

/** Says that a person is to be erased from a read model. */
export type UserForgotten = OpenedEvent<JournalEventOf<'UserForgotten'>>;

type Fold<Row, Event> = (row: Row | undefined, event: Event) => Row;
type TextField<Row> = keyof Row & string;

/** How data subjects are erased from rows, versions and events that come later. */
export type Erasure<Event, Row> = {
  /** The field of a row that names its data subject. */
  readonly owner: TextField<Row>;
  /** Returns the data subject of an event; undefined where it holds nothing to erase. */
  ownerOf(event: Event): string | undefined;
  /** Remembers who was forgotten, so that nothing of theirs is written again. */
  readonly forgotten: ForgottenTable;
  /** The fields that become null, or 'rows' where rows and versions are deleted and later events ignored. */
  erases(pieces: PiecesOfForgotten): ReadonlySet<string> | 'rows';
};

/** A projection whose rows each follow one stream; `revision` is the last event that a row has seen. */
export type RowProjectionOptions<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version extends object,
> = {
  readonly model: ReadModel;
  readonly events: EventCatalogue;
  readonly table: Table<Row> & { readonly key: keyof Row & string };
  /** Returns the key of the event's row. */
  keyOf(event: Event): number | string;
  /** Returns the row after the event, from the one before it, if any. Pure; throws where the event makes no sense. */
  readonly on: { readonly [Type in Event['type']]: Fold<Row, Extract<Event, { type: Type }>> };
  /** The history: one version for each event. `key` is the field that holds the key of its row. */
  readonly versions: Table<Version> & { readonly key: keyof Version & string };
  /** Returns what the history keeps of the event. Pure. */
  versionOf(event: Event): Version;
  readonly erasure: Erasure<Event, Row>;
  /** Returns what readers see differently after the batch; `before` is undefined for a new row. */
  topicsOf(before: Row | undefined, after: Row): Iterable<string>;
};

/**
 * Applies a batch of any size with a few statements: the rows that it touches are loaded, folded in memory, and written
 * back with the versions. An event that a row has seen already changes nothing; one before which another is missing is a
 * `ProjectionFault`, so `events` has to name every type that the streams have. Erasure gives the same rows whichever of
 * the owner's events come before it, so a model that is rebuilt when the owner's key is gone equals the incremental one.
 */
export function defineRowProjection<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version extends object,
>(options: RowProjectionOptions<Event, Row, Version>): Projection<Event | UserForgotten> {
  const { table, versions, erasure } = options;
  type Key = number | string;
  type Rows = ReadonlyMap<Key, Row>;
  const keyOfRow = (row: Row) => row[table.key] as Key;

  function foldOne(event: Event, row: Row | undefined): Row {
    try {
      const expected = row === undefined ? 0 : row.revision + 1;
      if (event.revision !== expected) throw new Error(`revision ${expected} of its stream is missing`);
      const apply = options.on[event.type as Event['type']] as Fold<Row, Event>;
      return apply(row, event);
    } catch (error) {
      throw new ProjectionFault(event, error);
    }
  }

  /** Returns the rows after the events, and those of the events that they had not seen. */
  function fold(before: Rows, events: readonly Event[]): { after: Rows; fresh: readonly Event[] } {
    const after = new Map(before);
    const fresh = events.filter((event) => {
      const key = options.keyOf(event);
      const row = after.get(key);
      if (row !== undefined && event.revision <= row.revision) return false;
      after.set(key, foldOne(event, row));
      return true;
    });
    return { after, fresh };
  }

  /** Separates the events of rows from those that say who is to be forgotten. */
  function separate(batch: readonly (Event | UserForgotten)[]) {
    const events: Event[] = [];
    const owners = new Set<string>();
    const leaving = new Map<string, PiecesOfForgotten>();
    for (const event of batch)
      if (event.type === 'UserForgotten') {
        const { userId, pieces } = (event as UserForgotten).data;
        if (leaving.get(userId) !== 'remove') leaving.set(userId, pieces);
      } else {
        const owner = erasure.ownerOf(event as Event);
        if (owner !== undefined) owners.add(owner);
        events.push(event as Event);
      }
    return { events, owners: [...owners], leaving };
  }

  /** Returns what is left of the events of forgotten owners; the same array where nobody is. */
  function withoutForgotten(events: readonly Event[], forgotten: Forgotten): readonly Event[] {
    if (forgotten.size === 0) return events;
    return events.flatMap((event) => {
      const owner = erasure.ownerOf(event);
      const pieces = owner === undefined ? undefined : forgotten.get(owner);
      if (pieces === undefined) return [event];
      const fields = erasure.erases(pieces);
      return fields === 'rows' ? [] : [{ ...event, data: withoutFields(event.data, fields) }];
    });
  }

  /** Returns the rows as they are once those of the leaving owners are erased. */
  function erase(before: Rows, leaving: Forgotten): Rows {
    const left = new Map(before);
    for (const [key, row] of before) {
      const pieces = leaving.get(row[erasure.owner] as string);
      if (pieces === undefined) continue;
      const fields = erasure.erases(pieces);
      if (fields === 'rows') left.delete(key);
      else left.set(key, withoutFields(row, fields));
    }
    return left;
  }

  function eraseStored(transaction: StepTransaction, leaving: Forgotten): void {
    for (const choice of ['keep', 'remove'] as const) {
      const owners = [...leaving].flatMap(([id, pieces]) => (pieces === choice ? [id] : []));
      const fields = erasure.erases(choice);
      const owned = { name: table.name, key: columnOf(table.key), owner: columnOf(erasure.owner) };
      const ofVersions = { name: versions.name, key: columnOf(versions.key) };
      if (fields !== 'rows') eraseFields(transaction, ofVersions, owned, owners, fields);
      else {
        deleteRows(transaction, versions, erasure.owner as never, owners);
        deleteRows(transaction, table, erasure.owner, owners);
      }
    }
    rememberForgotten(transaction, erasure.forgotten, leaving);
  }

  return {
    model: options.model,
    events: options.events,
    prepare(batch) {
      const { events, owners, leaving } = separate(batch);
      const keys = [...new Set(events.map(options.keyOf))];
      return {
        async apply(transaction) {
          const [rows, owned, known] = await Promise.all([
            loadRows(transaction, table, table.key, keys),
            loadRows(transaction, table, erasure.owner, [...leaving.keys()]),
            readForgotten(transaction, erasure.forgotten, owners),
          ]);
          const before = new Map([...rows, ...owned].map((row) => [keyOfRow(row), row]));
          const left = withoutForgotten(events, new Map([...known, ...leaving]));
          const { after, fresh } = fold(erase(before, leaving), left);
          const changed = [...after].filter(([key, row]) => row !== before.get(key));
          const stored = changed.map(([, row]) => row);
          replaceRows(transaction, table, table.key, stored);
          insertRows(transaction, versions, fresh.map(options.versionOf));
          if (leaving.size > 0) eraseStored(transaction, leaving);
          return new Set(changed.flatMap(([key, row]) => [...options.topicsOf(before.get(key), row)]));
        },
      };
    },
  };
}

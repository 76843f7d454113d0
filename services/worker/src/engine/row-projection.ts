import {
  columnOf,
  type EventCatalogue,
  type OpenedEvent,
  type PiecesOfForgotten,
  previousRevisionOf,
} from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import {
  type Forgotten,
  type ForgottenTable,
  forgottenIn,
  mergeForgotten,
  readForgotten,
  rememberForgotten,
  type UserForgotten,
  withoutFields,
} from './erasure.ts';
import { type Projection, ProjectionFault } from './projection.ts';
import { deleteRows, insertRows, loadRows, replaceRows, type Table } from './rows.ts';
import type { StepTransaction } from './step.ts';

type Fold<Row, Event> = (row: Row | undefined, event: Event) => Row;
type Key = number | string;

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
  keyOf(event: Event): Key;
  /** Returns the row after the event, from the one before it, if any. Pure; throws where the event makes no sense. */
  readonly on: { readonly [Type in Event['type']]: Fold<Row, Extract<Event, { type: Type }>> };
  /** What changes rows of other streams than its own. */
  readonly others?: {
    /** The types of such events, which have neither a row nor a version here. */
    readonly types: ReadonlySet<string>;
    /** Resolves with the rows, as they are before the batch, that such events of it may change. */
    load(transaction: StepTransaction, batch: readonly OpenedEvent[]): Promise<readonly Row[]>;
    /** Returns a row after such an event; the same where it does not change it. Pure. */
    apply(row: Row, event: OpenedEvent): Row;
  };
  /** The history: one version for each event. `key` is the field that holds the key of its row. */
  readonly versions: Table<Version> & { readonly key: keyof Version & string };
  /** Returns what the history keeps of the event. Pure. */
  versionOf(event: Event): Version;
  /** How data subjects are erased from rows, versions and events that come later. */
  readonly erasure: {
    /** The field of a row that names its data subject. */
    readonly owner: keyof Row & string;
    /** Returns the data subject of an event; undefined where it holds nothing to erase. */
    ownerOf(event: Event): string | undefined;
    /** The types of events that erase their own row and its versions, as forgetting their owner does. */
    readonly by?: ReadonlySet<string>;
    /** The fields that such an event leaves, and that go with their owner alone. */
    readonly outlasting?: ReadonlySet<string>;
    /** Remembers who was forgotten, so that nothing of theirs is written again. */
    readonly forgotten: ForgottenTable;
    /** The fields that become null, or 'rows' where rows and versions are deleted and later events ignored. */
    erases(pieces: PiecesOfForgotten): ReadonlySet<string> | 'rows';
  };
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
  const { table, versions, erasure, others } = options;
  const isOfOthers = ({ type }: OpenedEvent) => others?.types.has(type) === true;
  const removed = erasure.erases('remove');
  /** What is erased of a row by its own event. */
  const ownFields = new Set(
    removed === 'rows' ? [] : [...removed].filter((field) => !erasure.outlasting?.has(field)),
  );

  function foldOne(event: Event, row: Row | undefined): Row {
    try {
      const seen = row === undefined ? -1 : row.revision;
      if (previousRevisionOf(event) !== seen) throw new Error(`what follows revision ${seen} is missing`);
      const apply = options.on[event.type as Event['type']] as Fold<Row, Event>;
      return apply(row, event);
    } catch (error) {
      throw new ProjectionFault(event, error);
    }
  }

  /** Returns what is left of the data of an owner; undefined where nothing is. */
  function leftOf<Data extends object>(data: Data, owner: unknown, forgotten: Forgotten): Data | undefined {
    const pieces = forgotten.get(owner as string);
    if (pieces === undefined) return data;
    const fields = erasure.erases(pieces);
    return fields === 'rows' ? undefined : withoutFields(data, fields);
  }

  function eraseStored(transaction: StepTransaction, leaving: Forgotten): void {
    for (const choice of ['keep', 'remove'] as const) {
      const owners = [...leaving.keys()].filter((id) => leaving.get(id) === choice);
      const fields = erasure.erases(choice);
      if (fields === 'rows') {
        deleteRows(transaction, versions, erasure.owner as never, owners);
        deleteRows(transaction, table, erasure.owner, owners);
      } else if (owners.length > 0) eraseVersions(transaction, fields, erasure.owner, owners);
    }
    rememberForgotten(transaction, erasure.forgotten, leaving);
  }

  /** Has null in those fields of the versions whose row has one of the values. */
  function eraseVersions(
    { schema, write }: StepTransaction,
    fields: ReadonlySet<string>,
    field: keyof Row & string,
    values: readonly Key[],
  ): void {
    const columns = [...fields].map(columnOf);
    write(
      `update ${schema}.${versions.name} set ${columns.map((column) => `${column} = null`).join(', ')}
       where num_nonnulls(${columns.join(', ')}) > 0 and ${columnOf(versions.key)} in (
         select ${columnOf(table.key)} from ${schema}.${table.name}
         where ${columnOf(field)}::text = any ($1::text[])
       )`,
      [values],
    );
  }

  return {
    model: options.model,
    events: options.events,
    prepare(batch) {
      const leaving = forgottenIn(batch);
      const events = batch.filter((event): event is Event => event.type !== 'UserForgotten');
      const own = events.filter((event) => !isOfOthers(event));
      const owners = new Set(own.map(erasure.ownerOf).filter((owner) => owner !== undefined));
      const keys = [...new Set(own.map(options.keyOf))];
      return {
        async apply(transaction) {
          const [rows, owned, touched, known] = await Promise.all([
            loadRows(transaction, table, table.key, keys),
            loadRows(transaction, table, erasure.owner, [...leaving.keys()]),
            others?.load(transaction, events) ?? [],
            readForgotten(transaction, erasure.forgotten, [...owners]),
          ]);
          const before = new Map([...rows, ...owned, ...touched].map((row) => [row[table.key] as Key, row]));
          const after = new Map<Key, Row>();
          for (const [key, row] of before) {
            const left = leftOf(row, row[erasure.owner], leaving);
            if (left) after.set(key, left);
          }
          const forgotten = mergeForgotten([...known, ...leaving]);
          const fresh: Event[] = [];
          const expired = new Set<Key>();
          for (const event of events) {
            if (others && isOfOthers(event)) {
              for (const [key, row] of after) after.set(key, others.apply(row, event));
              continue;
            }
            const data = leftOf(event.data, erasure.ownerOf(event), forgotten);
            const key = options.keyOf(event);
            const row = after.get(key);
            if (!data || (row !== undefined && event.revision <= row.revision)) continue;
            const left = data === event.data ? event : { ...event, data };
            const folded = foldOne(left, row);
            const isErased = erasure.by?.has(event.type) ?? false;
            if (isErased) expired.add(key);
            after.set(key, isErased ? withoutFields(folded, ownFields) : folded);
            fresh.push(left);
          }
          const kept = fresh.map((event) =>
            expired.has(options.keyOf(event))
              ? { ...event, data: withoutFields(event.data, ownFields) }
              : event,
          );
          const changed = [...after].filter(([key, row]) => row !== before.get(key));
          const stored = changed.map(([, row]) => row);
          replaceRows(transaction, table, table.key, stored);
          insertRows(transaction, versions, kept.map(options.versionOf));
          if (leaving.size > 0) eraseStored(transaction, leaving);
          if (expired.size > 0) eraseVersions(transaction, ownFields, table.key, [...expired]);
          return new Set(changed.flatMap(([key, row]) => [...options.topicsOf(before.get(key), row)]));
        },
      };
    },
  };
}

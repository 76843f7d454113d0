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

/** A projection in which each row follows one stream; `revision` is that of the last event applied to the row. */
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
  /** Returns the row after the event, given the previous row, if any. Pure; throws if the event is not applicable. */
  readonly on: { readonly [Type in Event['type']]: Fold<Row, Extract<Event, { type: Type }>> };
  /** Events that change rows of streams other than their own. */
  readonly others?: {
    /** Types of these events, which have neither a row nor a version here. */
    readonly types: ReadonlySet<string>;
    /** Resolves with the rows that these events of the batch may change, in their state before the batch. */
    load(transaction: StepTransaction, batch: readonly OpenedEvent[]): Promise<readonly Row[]>;
    /** Returns the row after such an event; the same object if the event does not change it. Pure. */
    apply(row: Row, event: OpenedEvent): Row;
  };
  /** The history: one version per event. `key` is the field that contains the key of the version's row. */
  readonly versions: Table<Version> & { readonly key: keyof Version & string };
  /** Returns the version that the history keeps for the event. Pure. */
  versionOf(event: Event): Version;
  /** How data subjects are erased from rows, versions and later events. */
  readonly erasure: {
    /** Field of a row that contains the ID of its data subject. */
    readonly owner: keyof Row & string;
    /** Returns the data subject of an event; undefined if the event contains nothing to erase. */
    ownerOf(event: Event): string | undefined;
    /** Types of events that erase their own row and its versions in the same way as forgetting the owner. */
    readonly erasingTypes?: ReadonlySet<string>;
    /** Fields that such an event keeps; they are erased only when the owner is forgotten. */
    readonly retainedFields?: ReadonlySet<string>;
    /** Records who was forgotten, so that none of their data is written again. */
    readonly forgotten: ForgottenTable;
    /** Fields that become null, or 'rows' if rows and versions are deleted and later events ignored. */
    erases(pieces: PiecesOfForgotten): ReadonlySet<string> | 'rows';
  };
  /**
   * Returns the topics of what readers see differently after the batch; `before` is undefined for a new row. `events`:
   * those of the row's own stream.
   */
  topicsOf(before: Row | undefined, after: Row, events: readonly Event[]): Iterable<string>;
};

/**
 * Applies a batch of any size with a few statements: loads the affected rows, folds them in memory, and writes them
 * back with the versions. An event that was already applied to its row changes nothing. A gap before an event is a
 * `ProjectionFault`, so `events` must list every type that occurs in the streams. Erasure gives the same rows
 * regardless of which of the owner's events precede it, so a model rebuilt after the owner's key was deleted equals the
 * incremental one.
 */
export function defineRowProjection<
  Event extends OpenedEvent,
  Row extends { readonly revision: number },
  Version extends object,
>(options: RowProjectionOptions<Event, Row, Version>): Projection<Event | UserForgotten> {
  const { table, versions, erasure, others } = options;
  const isOfOthers = ({ type }: OpenedEvent) => others?.types.has(type) === true;
  const removed = erasure.erases('remove');
  /** Fields of a row that its own event erases. */
  const ownFields = new Set(
    removed === 'rows' ? [] : [...removed].filter((field) => !erasure.retainedFields?.has(field)),
  );

  function foldOne(event: Event, row: Row | undefined): Row {
    try {
      const seen = row === undefined ? -1 : row.revision;
      if (previousRevisionOf(event) !== seen) throw new Error(`the event after revision ${seen} is missing`);
      const apply = options.on[event.type as Event['type']] as Fold<Row, Event>;
      return apply(row, event);
    } catch (error) {
      throw new ProjectionFault(event, error);
    }
  }

  /** Returns what remains of an owner's data after erasure; undefined if nothing does. */
  function remainderOf<Data extends object>(
    data: Data,
    owner: unknown,
    forgotten: Forgotten,
  ): Data | undefined {
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

  /** Sets the fields to null in all versions whose row has one of the values in `field`. */
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
            const left = remainderOf(row, row[erasure.owner], leaving);
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
            const data = remainderOf(event.data, erasure.ownerOf(event), forgotten);
            const key = options.keyOf(event);
            const row = after.get(key);
            if (!data || (row !== undefined && event.revision <= row.revision)) continue;
            const left = data === event.data ? event : { ...event, data };
            const folded = foldOne(left, row);
            const isErased = erasure.erasingTypes?.has(event.type) ?? false;
            if (isErased) expired.add(key);
            after.set(key, isErased ? withoutFields(folded, ownFields) : folded);
            fresh.push(left);
          }
          const ofRow = Map.groupBy(fresh, options.keyOf);
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
          return new Set(
            changed.flatMap(([key, row]) => [
              ...options.topicsOf(before.get(key), row, ofRow.get(key) ?? []),
            ]),
          );
        },
      };
    },
  };
}

import {
  columnOf,
  type EventCatalogue,
  type JournalEventOf,
  type OpenedEvent,
  type PiecesOfForgotten,
} from '@journal/events';
import { insertRows, loadRows, type Table } from './rows.ts';
import type { StepTransaction } from './step.ts';

/** Event by which a person is erased from a read model. */
export type UserForgotten = OpenedEvent<JournalEventOf<'UserForgotten'>>;

/** Forgotten data subjects by ID, each with what happened to their pieces. */
export type Forgotten = ReadonlyMap<string, PiecesOfForgotten>;

/** Returns one choice per owner; once an owner's pieces have been removed, they stay removed. */
export function mergeForgotten(choices: Iterable<readonly [string, PiecesOfForgotten]>): Forgotten {
  const owners = new Map<string, PiecesOfForgotten>();
  for (const [owner, pieces] of choices) if (owners.get(owner) !== 'remove') owners.set(owner, pieces);
  return owners;
}

/** Returns the users whom the events forget. */
export function forgottenIn(events: readonly OpenedEvent[]): Forgotten {
  const leaving = events.filter((event): event is UserForgotten => event.type === 'UserForgotten');
  return mergeForgotten(leaving.map(({ data }) => [data.userId, data.pieces] as const));
}

/**
 * A read model's table of forgotten data subjects; the field `key` contains their IDs. Its column `pieces` records what
 * happened to their pieces. A table without that column keeps nothing of theirs, whatever they chose.
 */
export type ForgottenTable = Table<Readonly<Record<string, string>>> & { readonly key: string };

/** Resolves with those of the owners who were forgotten earlier. */
export async function readForgotten(
  transaction: StepTransaction,
  table: ForgottenTable,
  owners: readonly string[],
): Promise<Forgotten> {
  const rows = await loadRows(transaction, table, table.key, owners);
  return new Map(rows.map((row) => [row[table.key] ?? '', row['pieces'] === 'keep' ? 'keep' : 'remove']));
}

/** Records the owners as forgotten. */
export function rememberForgotten(
  transaction: StepTransaction,
  table: ForgottenTable,
  forgotten: Forgotten,
): void {
  const rows = [...forgotten].map(([id, pieces]) => ({ [table.key]: id, pieces }));
  const removed = `(${columnOf(table.key)}) do update set pieces = 'remove' where excluded.pieces = 'remove'`;
  insertRows(transaction, table, rows, `on conflict ${'pieces' in table.columns ? removed : 'do nothing'}`);
}

/**
 * Returns all fields that events of the catalogue seal, or only those sealed for `subject`. The fields to erase from
 * rows are those sealed in events, so there is no separate list that could become incomplete.
 */
export function sealedFields(
  catalogue: EventCatalogue,
  subject?: EventCatalogue[string]['sealed'][number]['subject'],
): ReadonlySet<string> {
  const groups = Object.values(catalogue).flatMap(({ sealed }) => sealed);
  return new Set(
    groups.flatMap((group) => (subject === undefined || group.subject === subject ? group.fields : [])),
  );
}

/** Returns the data with those of the fields that it has set to null; the same object if there is nothing to erase. */
export function withoutFields<Data extends object>(data: Data, fields: ReadonlySet<string>): Data {
  const erased = Object.entries(data).filter(([field, value]) => value !== null && fields.has(field));
  return erased.length === 0
    ? data
    : { ...data, ...Object.fromEntries(erased.map(([field]) => [field, null])) };
}

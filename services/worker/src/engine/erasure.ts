import {
  columnOf,
  type EventCatalogue,
  type JournalEventOf,
  type OpenedEvent,
  type PiecesOfForgotten,
} from '@journal/events';
import { insertRows, loadRows, type Table } from './rows.ts';
import type { StepTransaction } from './step.ts';

/** Says that a person is to be erased from a read model. */
export type UserForgotten = OpenedEvent<JournalEventOf<'UserForgotten'>>;

/** Who has been forgotten, by id, and what became of their pieces. */
export type Forgotten = ReadonlyMap<string, PiecesOfForgotten>;

/** Returns the choice of each; once somebody's pieces have been removed, they stay removed. */
export function mergeForgotten(choices: Iterable<readonly [string, PiecesOfForgotten]>): Forgotten {
  const owners = new Map<string, PiecesOfForgotten>();
  for (const [owner, pieces] of choices) if (owners.get(owner) !== 'remove') owners.set(owner, pieces);
  return owners;
}

/** Returns who is forgotten by the events. */
export function forgottenIn(events: readonly OpenedEvent[]): Forgotten {
  const leaving = events.filter((event): event is UserForgotten => event.type === 'UserForgotten');
  return mergeForgotten(leaving.map(({ data }) => [data.userId, data.pieces] as const));
}

/**
 * A read model's table of data subjects that have been forgotten; the field `key` holds their ids. Its column `pieces`
 * says what became of their pieces; where it has none, nothing of theirs is left, whatever they chose.
 */
export type ForgottenTable = Table<Readonly<Record<string, string>>> & { readonly key: string };

/** Resolves with those of the owners that were forgotten before. */
export async function readForgotten(
  transaction: StepTransaction,
  table: ForgottenTable,
  owners: readonly string[],
): Promise<Forgotten> {
  const rows = await loadRows(transaction, table, table.key, owners);
  return new Map(rows.map((row) => [row[table.key] ?? '', row['pieces'] === 'keep' ? 'keep' : 'remove']));
}

/** Remembers the owners as forgotten. */
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
 * Returns the fields that any event of the catalogue seals, or those that it seals for this subject alone: whatever is
 * sealed in events is what has to be erased from rows, so that no list of it can be forgotten.
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

/** Returns the data with null for those of the fields that it has; the same object where there is nothing to erase. */
export function withoutFields<Data extends object>(data: Data, fields: ReadonlySet<string>): Data {
  const erased = Object.entries(data).filter(([field, value]) => value !== null && fields.has(field));
  return erased.length === 0
    ? data
    : { ...data, ...Object.fromEntries(erased.map(([field]) => [field, null])) };
}

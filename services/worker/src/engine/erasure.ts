import { columnOf, type EventCatalogue, type PiecesOfForgotten } from '@journal/events';
import type { Table } from './rows.ts';
import type { StepTransaction } from './step.ts';

/** Who has been forgotten, by id, and what became of their pieces. */
export type Forgotten = ReadonlyMap<string, PiecesOfForgotten>;

/**
 * A read model's table of data subjects that have been forgotten, whose column `key` holds their ids. Its column `pieces`
 * says what became of their pieces; where it has none, nothing of theirs is left, whatever they chose.
 */
export type ForgottenTable = {
  readonly name: string;
  readonly key: string;
  readonly hasPieces: boolean;
};

/** Resolves with those of the owners that were forgotten before. */
export async function readForgotten(
  transaction: StepTransaction,
  { name, key, hasPieces }: ForgottenTable,
  owners: readonly string[],
): Promise<Forgotten> {
  if (owners.length === 0) return new Map();
  const rows = await transaction.read<{ id: string; pieces: PiecesOfForgotten }>(
    `select ${key} as id, ${hasPieces ? 'pieces' : `'remove' as pieces`}
     from ${transaction.schema}.${name} where ${key} = any ($1::text[])`,
    [owners],
  );
  return new Map(rows.map(({ id, pieces }) => [id, pieces]));
}

/** Remembers the owners as forgotten. Once somebody's pieces have been removed, they stay removed. */
export function rememberForgotten(
  transaction: StepTransaction,
  { name, key, hasPieces }: ForgottenTable,
  owners: Forgotten,
): void {
  const table = `${transaction.schema}.${name}`;
  if (hasPieces)
    transaction.write(
      `insert into ${table} (${key}, pieces) select * from unnest($1::text[], $2::text[])
       on conflict (${key}) do update set pieces = excluded.pieces where excluded.pieces = 'remove'`,
      [[...owners.keys()], [...owners.values()]],
    );
  else
    transaction.write(
      `insert into ${table} (${key}) select * from unnest($1::text[]) on conflict do nothing`,
      [[...owners.keys()]],
    );
}

/** Sets the fields of rows to null whose `key` is that of one of the owners' rows in `owned`. */
export function eraseFields(
  transaction: StepTransaction,
  versions: Pick<Table<never>, 'name'> & { readonly key: string },
  owned: Pick<Table<never>, 'name'> & { readonly key: string; readonly owner: string },
  owners: readonly string[],
  fields: Iterable<string>,
): void {
  const columns = [...fields].map(columnOf);
  if (owners.length === 0 || columns.length === 0) return;
  transaction.write(
    `update ${transaction.schema}.${versions.name} set ${columns.map((column) => `${column} = null`).join(', ')}
     where num_nonnulls(${columns.join(', ')}) > 0 and ${versions.key} in (
       select ${owned.key} from ${transaction.schema}.${owned.name} where ${owned.owner} = any ($1::text[])
     )`,
    [owners],
  );
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

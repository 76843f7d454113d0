import { columnOf } from '@journal/events';
import { integerArray, textArray } from '@journal/postgres';
import type { Columns } from '@journal/read-models';
import type { StepTransaction } from './step.ts';

/** A table of a projection's schema and the columns of its rows. */
export type Table<Row> = { readonly name: string; readonly columns: Columns<Row> };

type Type = 'integer' | 'text' | 'ascii' | 'boolean' | 'date' | 'timestamptz' | 'names';
const fieldsOf = (columns: object) => Object.entries(columns) as [string, Type][];
const arrayOf = (type: Type) => (type === 'integer' ? 'integer[]' : 'text[]');

/** Resolves with the rows whose field is one of the values. */
export async function loadRows<Row extends object>(
  transaction: StepTransaction,
  { name, columns }: Table<Row>,
  field: keyof Row & string,
  values: readonly (number | string)[],
): Promise<readonly Row[]> {
  if (values.length === 0) return [];
  const selected = fieldsOf(columns).map(([each]) => `${columnOf(each)} as "${each}"`);
  return transaction.read<Row>(
    `select ${selected.join(', ')} from ${transaction.schema}.${name}
     where ${columnOf(field)} = any ($1::${arrayOf(columns[field])})`,
    [values],
  );
}

/** Deletes the rows whose field is one of the values. */
export function deleteRows<Row extends object>(
  transaction: StepTransaction,
  { name, columns }: Table<Row>,
  field: keyof Row & string,
  values: readonly (number | string)[],
): void {
  if (values.length > 0)
    transaction.write(
      `delete from ${transaction.schema}.${name} where ${columnOf(field)} = any ($1::${arrayOf(columns[field])})`,
      [values],
    );
}

/**
 * Inserts any number of rows in one statement, which ends with `onConflict`. Each column is one array parameter in the
 * binary protocol: with text or JSON, escaping and parsing would take longer than the insert itself.
 */
export function insertRows<Row extends object>(
  transaction: StepTransaction,
  { name, columns }: Table<Row>,
  rows: readonly Row[],
  onConflict = '',
): void {
  if (rows.length === 0) return;
  const fields = fieldsOf(columns);
  const names = fields.map(([field]) => columnOf(field)).join(', ');
  const values = fields.map(([field, type]) => castTo[type](columnOf(field))).join(', ');
  // In a select list, arrays are unnested row by row; in a from clause, all rows would be materialized first.
  const unnested = fields.map(
    ([field, type], index) => `unnest($${index + 1}::${arrayOf(type)}) as ${columnOf(field)}`,
  );
  transaction.write(
    `insert into ${transaction.schema}.${name} (${names})
     select ${values} from (select ${unnested.join(', ')}) as row ${onConflict}`,
    fields.map(([field, type]) => {
      const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[field]);
      return encodeColumn(type, values);
    }),
  );
}

/** Inserts the rows, replacing those with the same `key`. */
export function replaceRows<Row extends object>(
  transaction: StepTransaction,
  table: Table<Row>,
  key: keyof Row & string,
  rows: readonly Row[],
): void {
  const replaced = fieldsOf(table.columns).flatMap(([field]) =>
    field === key ? [] : [`${columnOf(field)} = excluded.${columnOf(field)}`],
  );
  const onConflict = `on conflict (${columnOf(key)}) do update set ${replaced.join(', ')}`;
  insertRows(transaction, table, rows, onConflict);
}

const castTo: Readonly<Record<Type, (value: string) => string>> = {
  integer: (value) => value,
  text: (value) => value,
  ascii: (value) => value,
  boolean: (value) => `${value}::boolean`,
  date: (value) => `${value}::date`,
  timestamptz: (value) => `${value}::timestamptz`,
  names: (value) => `string_to_array(${value}, ',')`,
};

function encodeColumn(type: Type, values: readonly unknown[]): Buffer {
  if (type === 'integer') return integerArray(values as (number | null | undefined)[]);
  if (type === 'boolean') return textArray(values.map(String));
  if (type === 'names') return textArray(values.map((names) => (names as readonly string[]).join(',')));
  return textArray(values as (string | null | undefined)[]);
}

import { type Column, columnArrays, selectRows } from './columns.ts';
import type { Write } from './write.ts';

/** Inserts the rows into a table; `onConflict` is what the statement ends with. */
export function insertRows<Row>(
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  onConflict = '',
): Write {
  return {
    text: (first) => `insert into ${table} ${selectRows(columns, first)} cross join moved ${onConflict}`,
    values: columnArrays(columns, rows),
  };
}

/**
 * Inserts the rows into a table whose first column is its key, in place of those that are there. `others`: columns that
 * the rows do not have, and whose defaults are to be put in place too.
 */
export function replaceRows<Row>(
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  others: readonly string[] = [],
): Write {
  const [key = '', ...names] = columns.map(([name]) => name);
  const replaced = [...names, ...others].map((name) => `${name} = excluded.${name}`).join(', ');
  return insertRows(table, columns, rows, `on conflict (${key}) do update set ${replaced}`);
}

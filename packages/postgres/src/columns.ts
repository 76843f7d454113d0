import { integerArray, textArray } from './binary-array.ts';

/** `names` is a `text[]` column whose value comes joined by commas. */
type ColumnType = 'integer' | 'text' | 'boolean' | 'date' | 'timestamptz' | 'names';

/** A column's name and type, and where its value is in a row. */
export type Column<Row> =
  | readonly [name: string, type: 'integer', value: (row: Row) => number | null | undefined]
  | readonly [
      name: string,
      type: Exclude<ColumnType, 'integer'>,
      value: (row: Row) => string | null | undefined,
    ];

const selected: Readonly<Record<ColumnType, (parameter: string) => string>> = {
  integer: (parameter) => parameter,
  text: (parameter) => parameter,
  boolean: (parameter) => `${parameter}::boolean`,
  date: (parameter) => `${parameter}::date`,
  timestamptz: (parameter) => `${parameter}::timestamptz`,
  names: (parameter) => `string_to_array(${parameter}, ',')`,
};

/** The columns' names and the `select` of their rows, from one array parameter per column, numbered from `first`. */
export function selectRows<Row>(columns: readonly Column<Row>[], first: number): string {
  const names = columns.map(([name]) => name).join(', ');
  const values = columns.map(([name, type]) => selected[type](`row.${name}`)).join(', ');
  const arrays = columns
    .map(([, type], index) => `$${first + index}::${type === 'integer' ? 'integer' : 'text'}[]`)
    .join(', ');
  return `(${names}) select ${values} from unnest(${arrays}) as row (${names})`;
}

/** The parameters of `selectRows` for some rows. */
export function columnArrays<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Buffer[] {
  return columns.map((column) => {
    if (column[1] === 'integer') return integerArray(rows.map(column[2]));
    return textArray(rows.map(column[2]));
  });
}

import {
  bulkNames,
  cardNames,
  columnOf,
  columnTypeOf,
  type Field,
  type Fields,
  isOptional,
} from '@journal/events/fields';
import type { Columns } from './columns.ts';

// What a model's version stands for: where these change, raise the version, and the model is built anew beside the old.

const definition = (name: string, field: Field) => `${columnOf(name)} ${columnTypeOf(field)}`;
const isNeverNull = (field: Field) => field.sealedFor === null && !isOptional(field);

/** Returns the column definitions of a piece as it is now: every field but the bulk. */
export const rowColumns = (fields: Fields): string =>
  cardNames(fields)
    .map((name) => {
      const field = fields[name] as Field;
      return `${definition(name, field)}${isNeverNull(field) ? ' not null' : ''}`;
    })
    .join(', ');

/** Returns those of a version: every field, null where the version did not bring it. */
export const versionColumns = (fields: Fields): string =>
  [...cardNames(fields), ...bulkNames(fields)]
    .map((name) => definition(name, fields[name] as Field))
    .join(', ');

/**
 * Returns the statement by which the planner keeps no samples of a table's sealed texts, and those of `others`: they
 * would outlive the rows that they are from.
 */
export const withoutSamples = (
  table: string,
  fields: Fields,
  names: readonly string[],
  ...others: readonly string[]
): string => {
  const sealed = names.filter(
    (name) => fields[name]?.sealedFor !== null && fields[name]?.value.kind === 'text',
  );
  const columns = [...sealed.map(columnOf), ...others];
  return `alter table ${table} ${columns.map((column) => `alter column ${column} set statistics 0`).join(', ')};`;
};

/** Returns the statement that keeps the bulk as it is: compressing would take most of the time of a rebuild. */
export const withoutCompression = (table: string, fields: Fields): string =>
  bulkNames(fields)
    .map((name) => `alter table ${table} alter column ${columnOf(name)} set storage external;`)
    .join('\n');

/** Returns the columns of some of a piece's fields, as rows are written. */
export const pieceColumns = <Content>(fields: Fields, names: readonly string[]): Columns<Content> =>
  Object.fromEntries(
    names.map((name) => [name, columnTypeOf(fields[name] as Field) === 'text' ? 'text' : 'integer']),
  ) as Columns<Content>;

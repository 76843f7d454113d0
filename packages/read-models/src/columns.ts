import {
  bulkNames,
  cardNames,
  columnOf,
  columnTypeOf,
  type Field,
  type Fields,
  isNullable,
} from '@journal/events/fields';

// What a model's version stands for: where these change, raise the version, and the model is built anew beside the old.

/**
 * What columns hold, as rows have it: times as ISO 8601, UTC, milliseconds. `ascii` is text that compares byte by byte, as
 * positions do; `names` is a `text[]` column.
 */
type Values = {
  integer: number;
  boolean: boolean;
  names: readonly string[];
  text: string;
  ascii: string;
  date: string;
  timestamptz: string;
};

/** The columns of a table by the fields of its rows. A column is named as its field, in snake case (`columnOf`). */
export type Columns<Row> = {
  readonly [Field in keyof Row]-?: {
    [Type in keyof Values]: NonNullable<Row[Field]> extends Values[Type] ? Type : never;
  }[keyof Values];
};

/** The rows of a table: those in `Nullable` may be null, those in `Narrowed` hold fewer values than their columns. */
export type RowOf<Table, Nullable extends keyof Table = never, Narrowed = unknown> = {
  readonly [Field in keyof Table]:
    | (Table[Field] extends keyof Values ? Values[Table[Field]] : never)
    | (Field extends Nullable ? null : never);
} & Narrowed;

/** Returns the definitions of columns, which are not null but for those of `nullable`. */
export const definitionsOf = <Table extends Readonly<Record<string, keyof Values>>>(
  columns: Table,
  ...nullable: readonly (keyof Table)[]
): string =>
  Object.entries(columns)
    .map(([field, type]) => {
      const sqlType = type === 'ascii' ? 'text collate "C"' : type === 'names' ? 'text[]' : type;
      return `${columnOf(field)} ${sqlType}${nullable.includes(field) ? '' : ' not null'}`;
    })
    .join(', ');

/** Returns the definitions of a piece's columns as it is now: every field but the bulk. */
export const rowColumns = (fields: Fields): string =>
  cardNames(fields)
    .map((name) => {
      const field = fields[name] as Field;
      const isNeverNull = field.sealedFor === null && !isNullable(field);
      return `${columnOf(name)} ${columnTypeOf(field)}${isNeverNull ? ' not null' : ''}`;
    })
    .join(', ');

/** Returns those of a version: every field, null where the version did not bring it. */
export const versionColumns = (fields: Fields): string =>
  [...cardNames(fields), ...bulkNames(fields)]
    .map((name) => `${columnOf(name)} ${columnTypeOf(fields[name] as Field)}`)
    .join(', ');

/** Returns the columns of some of a piece's fields, as rows are written. */
export const pieceColumns = <Content>(fields: Fields, names: readonly string[]): Columns<Content> =>
  Object.fromEntries(
    names.map((name) => [name, columnTypeOf(fields[name] as Field) === 'text' ? 'text' : 'integer']),
  ) as Columns<Content>;

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

/** What each version in a history says besides its values: who, when, and which fields it brought. */
export const versionHeadColumns = {
  revision: 'integer',
  event: 'text',
  at: 'timestamptz',
  actorId: 'text',
  actorRole: 'text',
  requestId: 'text',
  position: 'ascii',
  changed: 'names',
} as const;
export type VersionHead<Event extends string = string> = RowOf<
  typeof versionHeadColumns,
  never,
  { readonly event: Event }
> & {
  /** The version whose text this one brought back. */
  readonly restoredRevision?: number | undefined;
};

/** The values that a version may bring; those that it does not are undefined. */
export type Brought<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

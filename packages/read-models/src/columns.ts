import {
  bulkNames,
  cardNames,
  columnOf,
  columnTypeOf,
  type Field,
  type Fields,
  isNullable,
} from '@journal/events/fields';

// A model's version stands for these columns. When they change, raise it: the model is rebuilt beside the old one.

/**
 * Values of columns as rows contain them. Times are ISO 8601 in UTC with milliseconds. `ascii` is text that is
 * compared byte by byte, as positions are; `names` is a `text[]` column.
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

/** The columns of a table, by the fields of its rows. A column has the name of its field in snake case (`columnOf`). */
export type Columns<Row> = {
  readonly [Field in keyof Row]-?: {
    [Type in keyof Values]: NonNullable<Row[Field]> extends Values[Type] ? Type : never;
  }[keyof Values];
};

/**
 * The rows of a table. Fields in `Nullable` may be null; fields in `Narrowed` have a narrower type than their columns.
 */
export type RowOf<Table, Nullable extends keyof Table = never, Narrowed = unknown> = {
  readonly [Field in keyof Table]:
    | (Table[Field] extends keyof Values ? Values[Table[Field]] : never)
    | (Field extends Nullable ? null : never);
} & Narrowed;

/** Returns the definitions of columns, which are `not null` except for those in `nullable`. */
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

/** Returns the column definitions of a piece's current state: every field except the bulk. */
export const rowColumns = (fields: Fields): string =>
  cardNames(fields)
    .map((name) => {
      const field = fields[name] as Field;
      const isNeverNull = field.sealedFor === null && !isNullable(field);
      return `${columnOf(name)} ${columnTypeOf(field)}${isNeverNull ? ' not null' : ''}`;
    })
    .join(', ');

/** Returns the column definitions of a version: every field, null if the version did not set it. */
export const versionColumns = (fields: Fields): string =>
  [...cardNames(fields), ...bulkNames(fields)]
    .map((name) => `${columnOf(name)} ${columnTypeOf(fields[name] as Field)}`)
    .join(', ');

/** Returns the column types of some of a piece's fields, for writing rows. */
export const pieceColumns = <Content>(fields: Fields, names: readonly string[]): Columns<Content> =>
  Object.fromEntries(
    names.map((name) => [name, columnTypeOf(fields[name] as Field) === 'text' ? 'text' : 'integer']),
  ) as Columns<Content>;

/**
 * Returns the statement that stops the planner from sampling a table's sealed texts and the columns in `others`. The
 * samples would outlive the rows that they come from.
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

/** Returns the statements that store the bulk uncompressed: compression would take most of the time of a rebuild. */
export const withoutCompression = (table: string, fields: Fields): string =>
  bulkNames(fields)
    .map((name) => `alter table ${table} alter column ${columnOf(name)} set storage external;`)
    .join('\n');

/** What each version in a history has besides its values: who, when, and which fields it set. */
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
  /** Revision whose text this version restored. */
  readonly restoredRevision?: number | undefined;
};

/** The values that a version may set; those that it does not set are undefined. */
export type VersionValues<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined };

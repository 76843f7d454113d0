/** What columns hold, as rows have it: times as ISO 8601, UTC, milliseconds; `names` is a `text[]` column. */
type Values = {
  integer: number;
  boolean: boolean;
  names: readonly string[];
  text: string;
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

/** `names` is a `text[]` column. */
type ColumnType<Value> = Value extends number
  ? 'integer'
  : Value extends boolean
    ? 'boolean'
    : Value extends readonly string[]
      ? 'names'
      : 'text' | 'date' | 'timestamptz';

/** The columns of a table by the fields of its rows. A column is named as its field, in snake case (`columnOf`). */
export type Columns<Row> = {
  readonly [Field in keyof Row]-?: ColumnType<NonNullable<Row[Field]>>;
};

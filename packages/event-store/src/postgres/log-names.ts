import pg from 'pg';

/** What the parts of one event log are called in SQL; everything is escaped already. */
export type LogNames = {
  readonly schema: string;
  /** `"schema".events` */
  readonly table: string;
  readonly appendBatch: string;
  /** Where each commit is told of, by its last position. */
  readonly channel: string;
  /** The two keys of the advisory lock that orders appends: a number of ours and the table itself. */
  readonly lock: string;
  /** A name for a prepared statement, apart from those of other logs on the same connection. */
  statement(name: string): string;
};

/** Throws where `schema` is no plain lower-case identifier. */
export function nameLog(schema: string): LogNames {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new Error(`"${schema}" can't be the name of a schema`);
  const table = `${pg.escapeIdentifier(schema)}.events`;
  return {
    schema,
    table,
    appendBatch: `${pg.escapeIdentifier(schema)}.append_batch`,
    channel: `${schema}_appended`,
    lock: `20022, ${pg.escapeLiteral(table)}::regclass::oid::int`,
    statement: (name) => `${schema}.${name}`,
  };
}

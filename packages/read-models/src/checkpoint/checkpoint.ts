import { isUndefinedTable, type Migrations } from '@journal/postgres';
import type pg from 'pg';

export const checkpointSchema = 'projections';

/**
 * One row per schema that a projection fills. `position` is '' before the first event, which is less than any.
 * `term` grows with each change of leader and fences the one before. `poison_*` stand while the projection is stopped.
 * `rebuilds_wanted` counts what operators asked for, `rebuilds_done` which of those has been done.
 */
export const checkpointMigrations: Migrations = {
  '0001-checkpoint': `
    create table checkpoint (
      schema_name text primary key,
      name text not null,
      version integer not null,
      position text collate "C" not null default '',
      applied bigint not null default 0,
      term bigint not null default 0,
      caught_up_at timestamptz,
      updated_at timestamptz not null default now(),
      poison_position text collate "C",
      poison_reason text,
      poison_since timestamptz
    ) with (fillfactor = 50);
  `,
  '0002-rebuild': `
    alter table checkpoint
      add column rebuilds_wanted integer not null default 0,
      add column rebuilds_done integer not null default 0,
      add column rebuilt_documents integer,
      add column rebuilt_milliseconds integer;
  `,
};

type Database = Pick<pg.Pool, 'query'>;

const table = `${checkpointSchema}.checkpoint`;

/** How far a projection has come. */
export type Checkpoint = {
  /** Everything up to here has been applied; '' before the first event. Compare with `<`. */
  readonly position: string;
  /** Events applied since the schema was made. */
  readonly applied: number;
  /** Whether it has been at the end of the log once: before that, what its tables say is not whole. */
  readonly caughtUp: boolean;
  /** Where and why it is stopped, if it is. */
  readonly poison: { readonly position: string; readonly reason: string } | null;
};

const queryTimeout = 2_000;

/**
 * Returns the checkpoint of the projection that fills `schema`, or undefined before its first start. Rejects after 2 s
 * without an answer.
 */
export async function readCheckpoint(pool: Database, schema: string): Promise<Checkpoint | undefined> {
  return (await readCheckpoints(pool, [schema])).get(schema);
}

/**
 * Returns the checkpoints of those of the schemas that have one, in one statement. Rejects after 2 s without an answer.
 */
export async function readCheckpoints(
  pool: Database,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, Checkpoint>> {
  const { rows } = await pool.query<Checkpoint & { schema: string }>({
    name: 'read checkpoints',
    text: `select schema_name as schema, position, applied::float8, caught_up_at is not null as "caughtUp",
             case when poison_position is not null
               then json_build_object('position', poison_position, 'reason', poison_reason) end as poison
           from ${table} where schema_name = any ($1::text[])`,
    values: [schemas],
    query_timeout: queryTimeout,
  } as pg.QueryConfig);
  return new Map(rows.map(({ schema, ...checkpoint }) => [schema, checkpoint]));
}

/**
 * Resolves with the highest position that any projection has applied; with undefined where none has. Rejects after 2 s
 * without an answer.
 */
export async function readHighestApplied(pool: Database): Promise<string | undefined> {
  try {
    const { rows } = await pool.query<{ position: string }>({
      name: 'read highest applied',
      text: `select position from ${table} order by position desc limit 1`,
      query_timeout: queryTimeout,
    } as pg.QueryConfig);
    return rows[0]?.position;
  } catch (error) {
    if (isUndefinedTable(error)) return undefined;
    throw error;
  }
}

/** What was asked for of a projection that can be built anew beside what is read, and what became of it. */
export type Rebuilds = {
  /** How many times it was asked for: the number of the last request. */
  readonly wanted: number;
  /** The last request that has been done. */
  readonly done: number;
  /** Of the last time that it was built, asked for or not; for tables, the events in place of documents. */
  readonly last: { readonly documents: number; readonly milliseconds: number } | null;
};

/**
 * Asks whoever leads the projection to build it anew. Resolves with the request's number; with undefined before its
 * first start.
 */
export async function requestRebuild(database: Database, schema: string): Promise<number | undefined> {
  const { rows } = await database.query<{ wanted: number }>(
    `update ${table} set rebuilds_wanted = rebuilds_wanted + 1 where schema_name = $1
     returning rebuilds_wanted as wanted`,
    [schema],
  );
  return rows[0]?.wanted;
}

/** Resolves with the rebuilds of a projection; with undefined before its first start. */
export async function readRebuilds(database: Database, schema: string): Promise<Rebuilds | undefined> {
  const { rows } = await database.query<Rebuilds>({
    name: 'read rebuilds',
    text: `select rebuilds_wanted as wanted, rebuilds_done as done, case when rebuilt_milliseconds is not null
             then json_build_object('documents', rebuilt_documents, 'milliseconds', rebuilt_milliseconds) end as last
           from ${table} where schema_name = $1`,
    values: [schema],
  });
  return rows[0];
}

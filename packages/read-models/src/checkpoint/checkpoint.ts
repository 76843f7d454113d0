import { isUndefinedTable, type Migrations } from '@journal/postgres';
import type pg from 'pg';

export const checkpointSchema = 'projections';

/**
 * One row per schema that a projection fills. `position` is '' before the first event, and less than any position.
 * `term` increases with each change of leader and fences the previous leader. The `poison_*` columns are set while the
 * projection is stopped. `rebuilds_wanted` counts the requests of operators; `rebuilds_done` is the number of the last
 * completed one.
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

/** Progress of a projection. */
export type Checkpoint = {
  /** All events up to this position have been applied; '' before the first event. Compare with `<`. */
  readonly position: string;
  /** Number of events applied since the schema was created. */
  readonly applied: number;
  /** Whether it has ever reached the end of the log. Until then, its tables are incomplete. */
  readonly caughtUp: boolean;
  /** Position and reason of the stop, if the projection is stopped. */
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
 * Returns the checkpoints by schema, in one statement. A schema without a checkpoint is left out. Rejects after 2 s
 * without an answer.
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
 * Resolves with the highest position that any projection has applied, or undefined if there is none. Rejects after 2 s
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

/** Requested rebuilds of a projection that can be rebuilt beside the live tables or index, and their outcome. */
export type Rebuilds = {
  /** Number of requests so far, which is also the number of the last one. */
  readonly wanted: number;
  /** Number of the last completed request. */
  readonly done: number;
  /** Size and duration of the last build, requested or not. For tables, `documents` counts events. */
  readonly last: { readonly documents: number; readonly milliseconds: number } | null;
};

/**
 * Requests a rebuild from the leader of the projection. Resolves with the request's number, or undefined before the
 * projection's first start.
 */
export async function requestRebuild(database: Database, schema: string): Promise<number | undefined> {
  const { rows } = await database.query<{ wanted: number }>(
    `update ${table} set rebuilds_wanted = rebuilds_wanted + 1 where schema_name = $1
     returning rebuilds_wanted as wanted`,
    [schema],
  );
  return rows[0]?.wanted;
}

/** Resolves with the rebuilds of a projection, or undefined before its first start. */
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

import type pg from 'pg';
import { checkpointSchema } from './checkpoint.migrations.ts';

/** How far a projection has come. */
export type Checkpoint = {
  /** Everything up to here has been applied; '' before the first event. Compare with `<`. */
  readonly position: string;
  /** Events applied since the schema was made. */
  readonly applied: number;
  /** Whether it has been at the end of the log once: before that, what its tables say is not whole. */
  readonly caughtUp: boolean;
  readonly updatedAt: Date;
  /** Why and where it is stopped, if it is. */
  readonly poison: { readonly position: string; readonly reason: string; readonly since: Date } | undefined;
};

type Row = {
  schema_name: string;
  position: string;
  applied: string;
  caught_up: boolean;
  updated_at: Date;
  poison_position: string | null;
  poison_reason: string | null;
  poison_since: Date | null;
};

const queryTimeout = 2_000;

/**
 * Returns the checkpoint of the projection that fills `schema`, or undefined before its first start. Rejects after 2 s
 * without an answer.
 */
export async function readCheckpoint(
  pool: Pick<pg.Pool, 'query'>,
  schema: string,
): Promise<Checkpoint | undefined> {
  return (await readCheckpoints(pool, [schema])).get(schema);
}

/** Returns the checkpoints of those of the schemas that have one, in one statement. Rejects after 2 s without an answer. */
export async function readCheckpoints(
  pool: Pick<pg.Pool, 'query'>,
  schemas: readonly string[],
): Promise<ReadonlyMap<string, Checkpoint>> {
  const { rows } = await pool.query<Row>({
    name: 'read checkpoints',
    text: `select schema_name, position, applied, caught_up_at is not null as caught_up, updated_at,
             poison_position, poison_reason, poison_since
           from ${checkpointSchema}.checkpoint where schema_name = any ($1::text[])`,
    values: [schemas],
    query_timeout: queryTimeout,
  } as pg.QueryConfig);
  return new Map(rows.map((row) => [row.schema_name, toCheckpoint(row)]));
}

function toCheckpoint(row: Row): Checkpoint {
  return {
    position: row.position,
    applied: Number(row.applied),
    caughtUp: row.caught_up,
    updatedAt: row.updated_at,
    poison:
      row.poison_position === null || row.poison_since === null
        ? undefined
        : { position: row.poison_position, reason: row.poison_reason ?? '', since: row.poison_since },
  };
}

import { createHash } from 'node:crypto';
import { topics } from '@journal/contracts';
import { changesChannel, checkpointSchema, encodeChange, type ReadModel } from '@journal/read-models';
import type pg from 'pg';

type Database = Pick<pg.Pool, 'query'>;

/** Another worker has taken over, or has applied this already: nothing of the step may stand. */
export class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost';
}

const table = `${checkpointSchema}.checkpoint`;

/** Begins a new epoch: from here on, earlier leaders can't move the checkpoint any more. */
export async function beginEpoch(pool: Database, schema: string, model: ReadModel) {
  const { rows } = await pool.query<{ epoch: string; position: string; caughtUp: boolean }>(
    `insert into ${table} as checkpoint (schema_name, name, version, term) values ($1, $2, $3, 1)
     on conflict (schema_name) do update set term = checkpoint.term + 1
     returning term as epoch, position, caught_up_at is not null as "caughtUp"`,
    [schema, model.name, model.version],
  );
  const [row] = rows;
  if (!row) throw new Error(`No checkpoint for ${schema}`);
  return row;
}

/** A model that was built anew: from where events are to be applied to it, and what it took. */
export type Rebuilt = {
  readonly position: string;
  /** The last request for it that this has done. */
  readonly request: number;
  readonly documents: number;
  readonly milliseconds: number;
};

/**
 * Moves the checkpoint to where a rebuilt model's begins, in the transaction that puts the model in its place, and tells
 * everybody that anything may have changed. Throws `LeadershipLost` where another epoch has begun.
 */
export async function recordRebuilt(
  transaction: Database,
  { schema, epoch }: { readonly schema: string; readonly epoch: string },
  { position, request, documents, milliseconds }: Rebuilt,
): Promise<void> {
  const { rowCount } = await transaction.query(
    `update ${table}
     set position = $3, rebuilds_done = $4, rebuilt_documents = $5, rebuilt_milliseconds = $6, updated_at = now(),
         poison_position = null, poison_reason = null, poison_since = null
     where schema_name = $1 and term = $2`,
    [schema, epoch, position, request, documents, Math.round(milliseconds)],
  );
  if (rowCount !== 1) throw new LeadershipLost(`Another worker has begun to lead ${schema}`);
  const change = encodeChange({ projection: schema, position, topics: [topics.everything] });
  await transaction.query(`select pg_notify('${changesChannel}', $1)`, [change]);
}

/** Leaves a note for operators; the projection stands still until an attempt succeeds. */
export async function recordPoison(
  pool: Database,
  { schema, epoch }: { readonly schema: string; readonly epoch: string },
  poison: { readonly position: string; readonly message: string },
): Promise<void> {
  await pool.query(
    `update ${table}
     set poison_since = case when poison_position = $3 then poison_since else now() end,
         poison_position = $3, poison_reason = $4
     where schema_name = $1 and term = $2`,
    [schema, epoch, poison.position, poison.message],
  );
}

/** Deletes the checkpoint where the tables it speaks of are gone, so that they are filled from the beginning. */
export async function dropOrphanedCheckpoint(pool: Database, schema: string): Promise<void> {
  await pool.query(`delete from ${table} where schema_name = $1 and to_regnamespace($1) is null`, [schema]);
}

/** Returns the advisory lock of the leader of a schema: the same number in every process. */
export function lockKey(schema: string): string {
  return createHash('sha256').update(`journal projection ${schema}`).digest().readBigInt64BE(0).toString();
}

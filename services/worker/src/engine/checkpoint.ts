import { createHash } from 'node:crypto';
import { topics } from '@journal/contracts';
import { changesChannel, checkpointSchema, encodeChange, type ReadModel } from '@journal/read-models';
import type pg from 'pg';

type Database = Pick<pg.Pool, 'query'>;

/** Another worker has taken over or has already applied this step, which must be rolled back. */
export class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost';
}

const table = `${checkpointSchema}.checkpoint`;

/**
 * Begins a new epoch, which fences earlier leaders: they can no longer move the checkpoint. `idle`: seconds since it was
 * last moved.
 */
export async function beginEpoch(pool: Database, schema: string, model: ReadModel) {
  const { rows } = await pool.query<{ epoch: string; position: string; caughtUp: boolean; idle: number }>(
    `insert into ${table} as checkpoint (schema_name, name, version, term) values ($1, $2, $3, 1)
     on conflict (schema_name) do update set term = checkpoint.term + 1
     returning term as epoch, position, caught_up_at is not null as "caughtUp",
       extract(epoch from now() - updated_at)::float8 as idle`,
    [schema, model.name, model.version],
  );
  const [row] = rows;
  if (!row) throw new Error(`No checkpoint for ${schema}`);
  return row;
}

/** A rebuilt model: the position after which events are applied to it, and the statistics of the rebuild. */
export type Rebuilt = {
  readonly position: string;
  /** Number of the last rebuild request that this rebuild fulfils. */
  readonly request: number;
  readonly documents: number;
  readonly milliseconds: number;
};

/**
 * Moves the checkpoint to the position of the rebuilt model, in the transaction that swaps the models, and publishes a
 * change of the topic `everything`. Throws `LeadershipLost` if another epoch has begun.
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
  if (rowCount !== 1) throw new LeadershipLost(`Another worker leads ${schema} now`);
  const change = encodeChange({ projection: schema, position, topics: [topics.everything] });
  await transaction.query(`select pg_notify('${changesChannel}', $1)`, [change]);
}

/** Records a poison event for operators; the projection stays stopped until an attempt succeeds. */
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

/** Deletes the checkpoint if its schema no longer exists, so that the tables are filled from the start of the log. */
export async function dropOrphanedCheckpoint(pool: Database, schema: string): Promise<void> {
  await pool.query(`delete from ${table} where schema_name = $1 and to_regnamespace($1) is null`, [schema]);
}

/** Returns the key of the advisory lock for leading a schema: the same number in every process. */
export function lockKey(schema: string): string {
  return createHash('sha256').update(`journal projection ${schema}`).digest().readBigInt64BE(0).toString();
}

import { createHash } from 'node:crypto';
import { topics } from '@journal/contracts';
import { changesChannel, checkpointSchema, encodeChange, type ReadModel } from '@journal/read-models';
import type pg from 'pg';

/** Where a leader is; `term` is its own and ends when another takes over. */
export type Term = { readonly term: string; readonly position: string; readonly caughtUp: boolean };

/** Another worker has taken over, or has applied this already: nothing of the step may stand. */
export class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost';
}

const table = `${checkpointSchema}.checkpoint`;

/** Begins a new term: from here on, whoever led before can move the checkpoint no more. */
export async function beginTerm(pool: pg.Pool, schema: string, model: ReadModel): Promise<Term> {
  const { rows } = await pool.query<{ term: string; position: string; caught_up: boolean }>(
    `insert into ${table} as checkpoint (schema_name, name, version, term) values ($1, $2, $3, 1)
     on conflict (schema_name) do update set term = checkpoint.term + 1
     returning term, position, caught_up_at is not null as caught_up`,
    [schema, model.name, model.version],
  );
  const [row] = rows;
  if (!row) throw new Error(`No checkpoint for ${schema}`);
  return { term: row.term, position: row.position, caughtUp: row.caught_up };
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
 * everybody that anything may have changed. Throws `LeadershipLost` where another term has begun.
 */
export async function recordRebuilt(
  transaction: Pick<pg.Pool, 'query'>,
  { schema, term }: { readonly schema: string; readonly term: string },
  { position, request, documents, milliseconds }: Rebuilt,
): Promise<void> {
  const { rowCount } = await transaction.query(
    `with moved as (
       update ${table}
       set position = $3, rebuilds_done = $4, rebuilt_documents = $5, rebuilt_milliseconds = $6, updated_at = now(),
           poison_position = null, poison_reason = null, poison_since = null
       where schema_name = $1 and term = $2
       returning schema_name
     )
     select pg_notify('${changesChannel}', $7) from moved`,
    [
      schema,
      term,
      position,
      request,
      documents,
      Math.round(milliseconds),
      encodeChange({ projection: schema, position, topics: [topics.everything] }),
    ],
  );
  if (rowCount !== 1) throw new LeadershipLost(`Another worker has begun to lead ${schema}`);
}

/** Leaves a note for operators; the projection stands still until an attempt succeeds. */
export async function recordPoison(
  pool: pg.Pool,
  schema: string,
  term: string,
  poison: { position: string; message: string },
): Promise<void> {
  await pool.query(
    `update ${table}
     set poison_since = case when poison_position = $3 then poison_since else now() end,
         poison_position = $3, poison_reason = $4
     where schema_name = $1 and term = $2`,
    [schema, term, poison.position, poison.message],
  );
}

/** Forgets the checkpoint where the tables it speaks of are gone, so that they are filled from the beginning. */
export async function dropOrphanedCheckpoint(pool: pg.Pool, schema: string): Promise<void> {
  await pool.query(`delete from ${table} where schema_name = $1 and to_regnamespace($1) is null`, [schema]);
}

/** The advisory lock of whoever may fill a schema: the same number in every process. */
export function lockKey(schema: string): string {
  return createHash('sha256').update(`journal projection ${schema}`).digest().readBigInt64BE(0).toString();
}

import { inTransaction } from '@journal/postgres';
import { checkpointSchema, type ReadModel, schemaOf } from '@journal/read-models';
import { sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import { lockKey } from './checkpoint.ts';
import { rebuildSchemaOf } from './rebuild.ts';
import type { StepWriter } from './step.ts';

const table = `${checkpointSchema}.checkpoint`;

/**
 * Drops the lower versions of a leader's model, which erasures no longer reach, with their checkpoints and leftover
 * rebuild schemas. Resolves with the names of the dropped schemas. Each must have been unchanged for `keptFor`
 * milliseconds and have no leader, and the leader's own version must have been live for as long. Drops nothing for a
 * leader of an earlier epoch; higher versions are never touched.
 */
export async function dropEarlierVersions(
  { pool, schema, epoch }: StepWriter,
  model: ReadModel,
  keptFor: number,
): Promise<readonly string[]> {
  // The schema of a rebuild or of a test replaces no earlier version.
  if (model.keepsEarlier || schema !== schemaOf(model)) return [];
  const versions = Array.from({ length: model.version - 1 }, (_, index) =>
    schemaOf({ ...model, version: index + 1 }),
  );
  const earlier = [...versions, ...versions.map(rebuildSchemaOf)];
  const { rowCount: left } = await pool.query('select from pg_namespace where nspname = any ($1)', [earlier]);
  if (left === 0) return [];
  return inTransaction(pool, async (client) => {
    // While a statement waits for one reader's lock, all later readers queue behind it.
    await client.query("set local lock_timeout = '2s'");
    const past = "now() - $1 * interval '1 millisecond'";
    const { rowCount: live } = await client.query(
      `select from ${table} where schema_name = $2 and term = $3 and caught_up_at <= ${past} for update`,
      [keptFor, schema, epoch],
    );
    if (live === 0) return [];
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace
       join unnest($2::text[], $3::bigint[]) as earlier (name, lock) on name = nspname
       where not exists (select from ${table} where schema_name = nspname and updated_at > ${past})
         and pg_try_advisory_xact_lock(lock)`,
      [keptFor, earlier, [...versions, ...versions].map(lockKey)],
    );
    const names = rows.map(({ name }) => name);
    await client.query(`delete from ${table} where schema_name = any ($1)`, [names]);
    for (const name of names) await client.query(`drop schema ${name} cascade`);
    return names;
  });
}

/** Drops lower versions now and at intervals of `keptFor / 12` until the signal is aborted. Never rejects. */
export async function keepDroppingEarlierVersions(
  writer: StepWriter & { readonly signal: AbortSignal },
  model: ReadModel,
  { keptFor, log }: { readonly keptFor: number; readonly log: FastifyBaseLogger },
): Promise<void> {
  const { schema, signal } = writer;
  while (model.version > 1 && !signal.aborted) {
    try {
      const dropped = await dropEarlierVersions(writer, model, keptFor);
      if (dropped.length > 0) log.info({ projection: schema, dropped }, 'earlier versions dropped');
    } catch (error) {
      log.warn({ err: error, projection: schema }, 'earlier versions not dropped');
    }
    await sleep(keptFor / 12, signal);
  }
}

import { createPool, inTransaction, migrate } from '@journal/postgres';
import type pg from 'pg';
import { createMasterKeys } from './master-keys.ts';
import type { PostgresVaultOptions } from './postgres-vault.ts';
import { checkSubject, vaultLock, vaultMigrations } from './vault.migrations.ts';

const pageSize = 1_000;

/**
 * Wraps every key of a vault with the first master key of the list, while processes with the same list keep running. As
 * soon as it starts, the vault only accepts new keys wrapped with that master key. Resolves with the number of keys
 * rewrapped; safe to call again after an interruption. Rejects with `WrongMasterKey` if no master key of the list
 * unwraps a key; rejects without creating anything if there is no vault.
 */
export async function rotateMasterKey(
  options: Pick<PostgresVaultOptions, 'url' | 'masterKey' | 'applicationName'>,
): Promise<number> {
  const { url, masterKey, applicationName = 'journal keys' } = options;
  const masters = createMasterKeys(masterKey);
  const pool = createPool(url, { applicationName, max: 1 });
  try {
    await pool.query('select from vault.master_key_check');
    await migrate(pool, 'vault', vaultMigrations);
    await inTransaction(pool, (client) => rotateMark(client, masters));
    let rewrapped = 0;
    for (let after = ''; ; ) {
      const { rows } = await pool.query<{ subject: string; wrapped: Buffer }>(
        'select subject, wrapped from vault.keys where subject > $1 order by subject limit $2',
        [after, pageSize],
      );
      const last = rows.at(-1);
      if (!last) return rewrapped;
      rewrapped += await replace(
        pool,
        rows.flatMap(({ subject, wrapped }) => {
          const fresh = masters.rewrap(wrapped, subject);
          return fresh ? [{ subject, wrapped, fresh }] : [];
        }),
      );
      after = last.subject;
    }
  } finally {
    await pool.end();
  }
}

/** Concurrent creation of keys either finishes first or sees the new mark, because it holds the lock in shared mode. */
async function rotateMark(
  client: pg.PoolClient,
  masters: ReturnType<typeof createMasterKeys>,
): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [vaultLock]);
  const { rows } = await client.query<{ wrapped: Buffer }>('select wrapped from vault.master_key_check');
  const fresh = rows[0] && masters.rewrap(rows[0].wrapped, checkSubject);
  if (fresh)
    await client.query('update vault.master_key_check set wrapped = $1, rotated_at = now()', [fresh]);
}

type Rewrapped = { readonly subject: string; readonly wrapped: Buffer; readonly fresh: Buffer };

/** A key deleted in the meantime stays deleted. */
async function replace(pool: pg.Pool, keys: readonly Rewrapped[]): Promise<number> {
  if (keys.length === 0) return 0;
  const { rowCount } = await pool.query(
    `update vault.keys set wrapped = fresh
     from unnest($1::text[], $2::bytea[], $3::bytea[]) as rewrapped (of_subject, before, fresh)
     where subject = of_subject and wrapped = before`,
    [keys.map(({ subject }) => subject), keys.map(({ wrapped }) => wrapped), keys.map(({ fresh }) => fresh)],
  );
  return rowCount ?? 0;
}

import type { SubjectKey } from '@journal/events';
import { createPool } from '@journal/postgres';
import { createKeyTable } from './key-table.ts';
import { logSubject } from './keyed-hash.ts';
import type { PostgresVaultOptions } from './postgres-vault.ts';

/**
 * Resolves with the key that authenticates the log, read from a vault in Postgres, or undefined if it has none. Creates
 * nothing there. Rejects with `WrongMasterKey`, and if there is no vault.
 */
export async function readLogKey(
  options: Pick<PostgresVaultOptions, 'url' | 'masterKey' | 'applicationName'>,
): Promise<SubjectKey | undefined> {
  const { url, masterKey, applicationName = 'journal vault' } = options;
  const pool = createPool(url, { applicationName, max: 1 });
  try {
    const table = createKeyTable(pool, masterKey);
    return table.unwrap(await table.load([logSubject], '0'), [logSubject]).get(logSubject);
  } finally {
    await pool.end();
  }
}

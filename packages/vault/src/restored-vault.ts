import { createPool, inTransaction, isUndefinedTable, migrate } from '@journal/postgres';
import type pg from 'pg';
import { unfinished, unfinishedTable } from './unfinished-restore.ts';
import { vaultMigrations } from './vault.migrations.ts';
import { allTables, patientTransaction, type VaultRecord } from './vault-copy.ts';

async function hasNoRows(pool: pg.Pool): Promise<boolean> {
  for (const table of allTables)
    try {
      if ((await pool.query(`select from vault.${table} limit 1`)).rowCount) return false;
    } catch (error) {
      if (!isUndefinedTable(error)) throw error;
    }
  return true;
}

/** Resolves with whether a database has no vault that any process of the journal has used. Creates nothing there. */
export async function isVaultUnused(url: string): Promise<boolean> {
  const pool = createPool(url, { applicationName: 'journal vault', max: 1 });
  try {
    return await hasNoRows(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Opens a vault to restore a backup into it. From `write` until `finish`, the database records which backup that is,
 * and no process of the journal uses it as a vault.
 */
export function openRestoredVault(url: string) {
  const pool = createPool(url, { applicationName: 'journal restore vault', max: 1 });

  return {
    /** Resolves with whether the vault is empty, and the name of a backup whose restore has not finished. Read-only. */
    async state(): Promise<{ readonly isEmpty: boolean; readonly unfinished?: string }> {
      const { rowCount } = await pool.query(`select where ${unfinished}`);
      if (rowCount) {
        const { rows } = await pool.query<{ backup: string }>(`select backup from ${unfinishedTable}`);
        return { isEmpty: false, unfinished: rows[0]?.backup ?? '' };
      }
      return { isEmpty: await hasNoRows(pool) };
    },

    /** Fills an empty vault and records the name of the backup, in one transaction. */
    async write(records: AsyncIterable<readonly VaultRecord[]>, backup: string): Promise<void> {
      await migrate(pool, 'vault', vaultMigrations);
      await inTransaction(pool, async (client) => {
        await client.query(patientTransaction);
        await client.query(`create table ${unfinishedTable} (backup text not null)`);
        await client.query(`insert into ${unfinishedTable} values ($1)`, [backup]);
        for await (const page of records)
          for (const table of allTables) {
            const rows = page.filter((record) => record.table === table).map(({ row }) => row);
            if (rows.length > 0)
              await client.query(
                `insert into vault.${table} overriding system value
                 select * from json_populate_recordset(null::vault.${table}, $1)`,
                [JSON.stringify(rows)],
              );
          }
        await client.query(
          `select setval(pg_get_serial_sequence('vault.forgotten', 'seq'), (select coalesce(max(seq), 0) + 1 from vault.forgotten), false)`,
        );
      });
    },

    async forget(subject: string): Promise<void> {
      await pool.query('select vault.forget($1)', [subject]);
    },

    /** Makes it an ordinary vault from here on. */
    async finish(): Promise<void> {
      await pool.query(`drop table ${unfinishedTable}`);
    },

    close: () => pool.end(),
  };
}

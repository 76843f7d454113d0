import { createPool } from '@journal/postgres';
import { createMasterKeys } from './master-keys.ts';
import { UnfinishedRestore, unfinished } from './unfinished-restore.ts';
import { checkSubject } from './vault.migrations.ts';

/** A row of the vault as JSON. Keys are wrapped with the master key, as in the database. */
export type VaultRecord = { readonly table: VaultTable; readonly row: Readonly<Record<string, unknown>> };
type VaultTable = keyof typeof orders;

/** The tables with the columns that order their rows. */
const orders = { master_key_check: 'single', keys: 'subject', forgotten: 'seq' } as const;
const pageSize = 1_000;

export const allTables = Object.keys(orders) as VaultTable[];

/** Lets a transaction wait for files longer than those of services may. */
export const patientTransaction = `set local idle_in_transaction_session_timeout = '1min'`;

/**
 * Yields the rows of a vault, or of some of its tables, page by page from one consistent snapshot. Throws
 * `UnfinishedRestore` if the vault is incomplete.
 */
export async function* readVault(url: string, tables = allTables): AsyncGenerator<VaultRecord[], void> {
  const pool = createPool(url, { applicationName: 'journal backup vault', max: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    // It holds nothing up, and a slow disk must not end it.
    await client.query(patientTransaction);
    const { rowCount } = await client.query(`select where ${unfinished}`);
    if (rowCount) throw new UnfinishedRestore();
    for (const table of tables) {
      await client.query(
        `declare page no scroll cursor for select row_to_json(t) as row from vault.${table} t order by ${orders[table]}`,
      );
      for (;;) {
        const { rows } = await client.query<Pick<VaultRecord, 'row'>>(`fetch ${pageSize} from page`);
        if (rows.length === 0) break;
        yield rows.map(({ row }) => ({ table, row }));
      }
      await client.query('close page');
    }
  } finally {
    client.release(true);
    await pool.end();
  }
}

/**
 * Returns a function that throws `WrongMasterKey` for a record that none of these master keys unwraps. The records of a
 * vault that was copied during a rotation are wrapped with two.
 */
export function createVaultRecordCheck(masterKey: string): (record: VaultRecord) => void {
  const masters = createMasterKeys(masterKey);
  return ({ table, row }) => {
    if (table === 'forgotten') return;
    const subject = table === 'keys' ? String(row['subject']) : checkSubject;
    masters.unwrap(Buffer.from(String(row['wrapped']).slice(2), 'hex'), subject);
  };
}

import { createPool, inTransaction, migrate } from '@journal/postgres';
import { createMasterKeys } from './master-keys.ts';
import { checkSubject, vaultMigrations } from './vault.migrations.ts';

/** A row of the vault as JSON. Keys are wrapped by the master key, as they are in the database. */
export type VaultRecord = { readonly table: VaultTable; readonly row: Readonly<Record<string, unknown>> };
type VaultTable = keyof typeof orders;

/** The tables, and the order of their rows. */
const orders = { master_key_check: 'single', keys: 'subject', forgotten: 'seq' } as const;
const pageSize = 1_000;

const allTables = Object.keys(orders) as VaultTable[];

/** Yields all of a vault, or some of its tables, a page at a time, as it was at one moment. */
export async function* readVault(url: string, tables = allTables): AsyncGenerator<VaultRecord[], void> {
  const pool = createPool(url, { applicationName: 'journal backup vault', max: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
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

/** Throws `WrongMasterKey` where the master key is not that of the vault of which this is a record. */
export function checkVaultRecord({ table, row }: VaultRecord, masterKey: string): void {
  if (table !== 'master_key_check') return;
  createMasterKeys(masterKey).unwrap(Buffer.from(String(row['wrapped']).slice(2), 'hex'), checkSubject);
}

/** Resolves with whether there is no key at `url` yet, and nobody who was forgotten. */
export async function isVaultEmpty(url: string): Promise<boolean> {
  const pool = createPool(url, { applicationName: 'journal restore vault', max: 1 });
  try {
    await migrate(pool, 'vault', vaultMigrations);
    const { rows } = await pool.query<{ isEmpty: boolean }>(
      `select not exists (select from vault.keys) and not exists (select from vault.forgotten)
         and not exists (select from vault.master_key_check) as "isEmpty"`,
    );
    return rows[0]?.isEmpty ?? false;
  } finally {
    await pool.end();
  }
}

/** Fills an empty vault, all or nothing. */
export async function writeVault(url: string, records: AsyncIterable<readonly VaultRecord[]>): Promise<void> {
  const pool = createPool(url, { applicationName: 'journal restore vault', max: 1 });
  try {
    await inTransaction(pool, async (client) => {
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
  } finally {
    await pool.end();
  }
}

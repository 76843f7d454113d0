import { isUndefinedTable } from '@journal/postgres';
import type pg from 'pg';
import { prepareDeliveries, schema } from './delivery.tables.ts';

/** A row of one of the tables as JSON. */
export type DeliveryRecord = {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
};

/** Tables with their key columns. The text of a mailing is left out: it can be rendered again, and it names people. */
const keys = {
  suppression: ['address_hash'],
  frozen: ['mailing_id'],
  recipient: ['mailing_id', 'subscriber_id'],
} as const;
type TableName = keyof typeof keys;
const tables = Object.keys(keys) as TableName[];
const pageSize = 1_000;

/** Yields all deliveries as they are stored, one page at a time. */
export async function* copyDeliveries(
  database: Pick<pg.Pool, 'query'>,
): AsyncGenerator<DeliveryRecord[], void> {
  try {
    for (const table of tables) {
      const names = keys[table];
      let last: readonly string[] = names.map(() => '');
      for (;;) {
        const { rows } = await database.query<{ row: Record<string, unknown>; key: string[] }>(
          `select row_to_json(stored) as row, array[${names}] as key from ${schema}.${table} as stored
           where (${names}) > (${names.map((_name, index) => `$${index + 1}`)}) order by ${names} limit ${pageSize}`,
          [...last],
        );
        const end = rows.at(-1);
        if (!end) break;
        yield rows.map(({ row }) => ({ table, row }));
        last = end.key;
      }
    }
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
  }
}

/**
 * Restores deliveries from a backup, except for rows whose keys already exist. Can be repeated. Recipients who were
 * still to be sent to become uncertain, and so do recipients who are recorded later: sending continued after the
 * backup was taken.
 */
export async function restoreDeliveries(pool: pg.Pool, records: readonly DeliveryRecord[]): Promise<void> {
  await prepareDeliveries(pool);
  for (const table of tables) {
    const rows = records.filter((record) => record.table === table).map(({ row }) => restored[table](row));
    if (rows.length === 0) continue;
    await pool.query(
      `insert into ${schema}.${table}
       select * from json_populate_recordset(null::${schema}.${table}, $1) on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  }
}

/**
 * Records the revisions at which started, unfinished mailings were restored from a backup: recipients missing from the
 * backup may have been sent to since, too. Nor does a repeat that an editor requested earlier take effect again.
 */
export async function markRestored(pool: pg.Pool, revisions: ReadonlyMap<string, number>): Promise<void> {
  if (revisions.size === 0) return;
  await prepareDeliveries(pool);
  await pool.query(
    `insert into ${schema}.frozen (mailing_id, restored_revision)
     select mailing_id, revision from unnest($1::text[], $2::integer[]) as given (mailing_id, revision)
     on conflict (mailing_id) do update set restored_revision = excluded.restored_revision`,
    [[...revisions.keys()], [...revisions.values()]],
  );
}

/** Deletes the texts of all mailings: they may contain names and content that must not be shown any more. */
export async function dropMailingCopies(database: Pick<pg.Pool, 'query'>): Promise<void> {
  try {
    await database.query(`delete from ${schema}.copy`);
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
  }
}

/** Deletes the mailings begun before `before`, with their recipients. Resolves with the number of mailings deleted. */
export async function removeDeliveriesBefore(
  database: Pick<pg.Pool, 'query'>,
  before: Date,
): Promise<number> {
  try {
    const { rows } = await database.query<{ mailingId: string }>(
      `select mailing_id as "mailingId" from ${schema}.frozen where begun_at < $1`,
      [before],
    );
    for (const { mailingId } of rows)
      for (const table of ['recipient', 'copy', 'frozen'] as const)
        await database.query(`delete from ${schema}.${table} where mailing_id = $1`, [mailingId]);
    return rows.length;
  } catch (error) {
    if (isUndefinedTable(error)) return 0;
    throw error;
  }
}

const restored: Readonly<Record<TableName, (row: DeliveryRecord['row']) => DeliveryRecord['row']>> = {
  suppression: (row) => row,
  frozen: (row) => ({ ...row, restored_revision: row['restored_revision'] ?? 0 }),
  recipient(row) {
    const isOpen = row['status'] === 'ready' || row['status'] === 'sending';
    return isOpen ? { ...row, status: 'uncertain', settled_at: new Date().toISOString() } : row;
  },
};

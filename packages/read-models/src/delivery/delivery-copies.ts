import { isUndefinedTable } from '@journal/postgres';
import type pg from 'pg';
import { prepareDeliveries, schema } from './delivery.tables.ts';

/** A row of one of the tables as JSON. */
export type DeliveryRecord = {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
};

/** Each with the columns that name a row. What is mailed can be made again, and names people. */
const keys = {
  suppression: ['address_hash'],
  frozen: ['mailing_id'],
  recipient: ['mailing_id', 'subscriber_id'],
} as const;
type TableName = keyof typeof keys;
const tables = Object.keys(keys) as TableName[];
const pageSize = 1_000;

/** Yields all deliveries as they are stored, a page at a time. */
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
 * Puts deliveries from a copy back where there are none of the same names; to be repeated as often as one likes. Whoever was
 * still to be sent to is uncertain then, and so is who is written down later: the sending has gone on after the copy was taken.
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
 * Notes the revisions at which mailings that had been started, and were not over, have come from a copy: whoever was not
 * written down in it may have been sent to since, too. Nor is anybody sent to again because an editor had asked for it before.
 */
export async function markRestored(pool: pg.Pool, revisions: ReadonlyMap<string, number>): Promise<void> {
  if (revisions.size === 0) return;
  await prepareDeliveries(pool);
  await pool.query(
    `insert into ${schema}.frozen (mailing_id, restored_revision, repeated_at)
     select mailing_id, revision, now() from unnest($1::text[], $2::integer[]) as given (mailing_id, revision)
     on conflict (mailing_id) do update
     set restored_revision = excluded.restored_revision, repeated_at = excluded.repeated_at`,
    [[...revisions.keys()], [...revisions.values()]],
  );
}

/** Deletes what mailings say: whoever is not to be named any more, and what is not to be shown, is in it. */
export async function dropMailingCopies(database: Pick<pg.Pool, 'query'>): Promise<void> {
  try {
    await database.query(`delete from ${schema}.copy`);
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
  }
}

/** Deletes the mailings that were begun before then, with their recipients; resolves with how many mailings that were. */
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

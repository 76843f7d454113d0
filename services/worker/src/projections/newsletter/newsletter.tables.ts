import { type Column, insertRows, textArray, type Write } from '@journal/postgres';
import type { SubscriberRow } from '@journal/read-models';
import type pg from 'pg';

const columns: readonly Column<SubscriberRow>[] = [
  ['subscriber_id', 'text', (row) => row.subscriberId],
  ['address_hash', 'text', (row) => row.addressHash],
  ['email', 'text', (row) => row.email],
  ['confirmed_at', 'timestamptz', (row) => row.confirmedAt],
];

type StoredSubscriber = Omit<SubscriberRow, 'confirmedAt'> & { confirmedAt: Date | null };

export const newsletterTables = {
  async load(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    subscriberIds: readonly string[],
  ): Promise<ReadonlyMap<string, SubscriberRow>> {
    const { rows } = await database.query<StoredSubscriber>({
      name: `${schema} load subscribers`,
      text: `select subscriber_id as "subscriberId", address_hash as "addressHash", email,
          confirmed_at as "confirmedAt"
        from ${schema}.subscriber where subscriber_id = any ($1::text[])`,
      values: [subscriberIds],
    });
    return new Map(
      rows.map((row) => [row.subscriberId, { ...row, confirmedAt: row.confirmedAt?.toISOString() ?? null }]),
    );
  },

  save: (schema: string, rows: readonly SubscriberRow[]): Write =>
    insertRows(
      `${schema}.subscriber`,
      columns,
      rows,
      'on conflict (subscriber_id) do update set email = excluded.email, confirmed_at = excluded.confirmed_at',
    ),

  remove(schema: string, subscriberIds: readonly string[]): Write {
    return {
      text: (first) => `delete from ${schema}.subscriber where subscriber_id in
        (select gone from unnest($${first}::text[]) as gone cross join moved)`,
      values: [textArray(subscriberIds)],
    };
  },
};

import type pg from 'pg';
import { prepareDeliveries, schema } from './delivery.tables.ts';

/** Keeps what a worker has found out about sending, in the place of what was found before. */
export async function keepMailCheck(pool: pg.Pool, findings: readonly object[]): Promise<void> {
  await prepareDeliveries(pool);
  await pool.query(
    `insert into ${schema}.mail_check (findings, checked_at) values ($1, now())
     on conflict (id) do update set (findings, checked_at) = (excluded.findings, excluded.checked_at)`,
    [JSON.stringify(findings)],
  );
}

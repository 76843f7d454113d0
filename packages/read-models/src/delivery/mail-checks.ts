import type pg from 'pg';
import { openDeliveries, schema } from './delivery.tables.ts';

/** Returns where a worker keeps what it has found out about sending. */
export function createMailChecks(pool: pg.Pool) {
  const run = openDeliveries(pool);
  return {
    /** Keeps it in the place of what was found before. */
    async keep(findings: readonly object[]): Promise<void> {
      await run(
        `insert into ${schema}.mail_check (findings, checked_at) values ($1, now())
         on conflict (id) do update set (findings, checked_at) = (excluded.findings, excluded.checked_at)`,
        [JSON.stringify(findings)],
      );
    },
  };
}

import type pg from 'pg';
import { openDeliveries, schema } from './delivery.tables.ts';

/** Returns the store of a worker's latest findings about sending mail. */
export function createMailChecks(pool: pg.Pool) {
  const run = openDeliveries(pool);
  return {
    /** Replaces the previous findings. */
    async replaceFindings(findings: readonly object[]): Promise<void> {
      await run(
        `insert into ${schema}.mail_check (findings, checked_at) values ($1, now())
         on conflict (id) do update set (findings, checked_at) = (excluded.findings, excluded.checked_at)`,
        [JSON.stringify(findings)],
      );
    },
  };
}

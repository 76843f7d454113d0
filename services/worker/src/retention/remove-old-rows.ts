import { retention } from '@journal/contracts';
import { removeDeliveriesBefore } from '@journal/read-models/delivery';
import { draftLifetime, removeDraftsBefore } from '@journal/read-models/drafts';
import { sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

/** Rows outside the log that are kept for a limited time. */
const kept = [
  { what: 'drafts', lifetime: draftLifetime, removeBefore: removeDraftsBefore },
  { what: 'deliveries', lifetime: retention.delivery.lifetime, removeBefore: removeDeliveriesBefore },
] as const;

/** Deletes drafts and deliveries older than their retention period, now and every hour, until aborted. */
export async function removeOldRows(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const { what, lifetime, removeBefore } of kept)
      await removeBefore(pool, new Date(Date.now() - lifetime)).catch((err: Error) =>
        log.warn({ err }, `old ${what} not removed`),
      );
    await sleep(3_600_000, signal);
  }
}

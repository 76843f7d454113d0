import { draftLifetime, removeDraftsBefore } from '@journal/read-models/drafts';
import { sleep } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

/** Deletes the drafts that have been left for too long, now and every hour, until it is aborted. */
export async function removeOldDrafts(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await removeDraftsBefore(pool, new Date(Date.now() - draftLifetime)).catch((err: Error) =>
      log.warn({ err }, 'old drafts are not removed'),
    );
    await sleep(3_600_000, signal);
  }
}

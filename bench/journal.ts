import { setTimeout as sleep } from 'node:timers/promises';
import type { ArticleFields } from '@journal/contracts';
import { createPostgresEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { createQueryService, loadQueryConfig, type QueryParts } from '@journal/query';
import { readCheckpoint } from '@journal/read-models';
import { createPostgresVault } from '@journal/vault';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import { newSecrets } from '../infra/launcher/secrets.ts';
import { startJournal } from '../tools/testing/start-journal.ts';
import type { BenchContext } from './bench.ts';

/**
 * Opens an empty log, a vault and a pool on their own Postgres. Returns functions that start services on it on demand.
 */
export async function openLog({ startPostgres, defer }: BenchContext) {
  const url = await startPostgres();
  const pool = createPool(url, { applicationName: 'bench' });
  defer(() => pool.end());
  const store = await createPostgresEventStore({ url });
  defer(() => store.close());
  const { POSTGRES_PASSWORD: _, ...secrets } = newSecrets();
  const vault = await createPostgresVault({ url, masterKey: secrets.MASTER_KEY });
  defer(() => vault.close());
  const environment = {
    DATABASE_URL: url,
    EVENT_STORE_URL: url,
    ...secrets,
    COMMAND_URL: 'http://127.0.0.1:1',
    LOG_LEVEL: 'warn',
  };

  /** Resolves when the read model's checkpoint has reached the position. */
  async function untilApplied(schema: string, position: string): Promise<void> {
    while (((await readCheckpoint(pool, schema).catch(() => undefined))?.position ?? '') < position)
      await sleep(20);
  }

  async function startWorker() {
    const worker = await createWorkerService(loadWorkerConfig(environment));
    defer(() => worker.stop());
    await worker.start();
    return worker;
  }

  /** Resolves with a query service that has caught up. */
  async function startQuery(level = 'warn', parts: QueryParts = {}) {
    const query = await createQueryService(loadQueryConfig({ ...environment, LOG_LEVEL: level }), parts);
    defer(() => query.stop());
    await query.start();
    while ((await query.app.inject('/health/ready')).statusCode !== 200) await sleep(20);
    return query;
  }

  return { pool, store, vault, token: secrets.SERVICE_TOKEN, untilApplied, startWorker, startQuery };
}

/** Starts a journal without demo content with `npm start`. `publish` publishes through its API. */
export async function startEmptyJournal(
  { defer }: BenchContext,
  environment: Readonly<Record<string, string>> = {},
) {
  const journal = await startJournal('start', {
    environment: { DEMO_CONTENT: 'off', LOG_LEVEL: 'warn', ...environment },
  });
  defer(() => journal.stop());

  /** Rejects if the article isn't accepted. */
  async function publish(article: ArticleFields): Promise<{ id: number; position: string }> {
    const { status, ...published } = await journal.publish(article);
    if (status !== 201) throw new Error(`Creating an article got status ${status}`);
    return published;
  }
  return { url: journal.url, publish };
}

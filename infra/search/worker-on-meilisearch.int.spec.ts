import { randomBytes } from 'node:crypto';
import { openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { createTestDatabase, until } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import { afterAll, expect, inject, test } from 'vitest';
import { startFakeMeilisearch } from '../../packages/search/src/meilisearch/fake-meilisearch.ts';
import { createJournalLog } from '../../services/worker/src/testing/journal-log.ts';
import { untilApplied } from '../../services/worker/src/testing/projection-test.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

test('a worker fills, repairs and catches up Meilisearch, and is unhealthy during an outage', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  closing.push(() => database.drop());
  const { url } = database;
  const masterKey = randomBytes(32).toString('base64');
  const meilisearch = await startFakeMeilisearch('the master key');
  const pool = createPool(url, { applicationName: 'spec' });
  const store = await openEventStore(url);
  const vault = await createPostgresVault({ url, masterKey });
  closing.push(
    () => pool.end(),
    () => meilisearch.stop(),
    () => store.close(),
    () => vault.close(),
  );
  const { articles } = createJournalLog(store, vault);
  const worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: url,
      EVENT_STORE_URL: url,
      MASTER_KEY: masterKey,
      SEARCH_URL: meilisearch.url,
      SEARCH_KEY: 'the master key',
      COMMAND_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'x'.repeat(32),
      LOG_LEVEL: 'silent',
    }),
  );
  closing.push(() => worker.stop());
  const untilIndexed = (ids: readonly number[]) =>
    until(() => expect(meilisearch.idsIn('journal_articles')).toEqual(ids));
  const untilHealth = (health: unknown) =>
    until(async () =>
      expect((await worker.app.inject('/health/ready')).json().dependencies.search).toEqual(health),
    );

  await articles.publish(1);
  await worker.start();
  await untilIndexed([1]);
  await articles.publish(2);
  await articles.delete(1);
  await untilIndexed([2]);
  await untilHealth('ok');
  meilisearch.indexes.clear();
  await untilIndexed([2]);
  await untilApplied(pool, 'meili_search_v1', await articles.restore(1));
  await untilIndexed([1, 2]);

  meilisearch.faults.push(...Array.from({ length: 1_000 }, () => ({ path: /./, fault: 503 as const })));
  await articles.publish(3);
  await untilHealth(expect.stringMatching(/^unavailable/));
  meilisearch.faults.splice(0);
  await untilIndexed([1, 2, 3]);
  await untilHealth('ok');
});

import { randomBytes } from 'node:crypto';
import { type EventStore, openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import type { Service } from '@journal/service-kit';
import { createTestDatabase, type TestDatabase, until } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import {
  type FakeMeilisearch,
  startFakeMeilisearch,
} from '../../packages/search/src/meilisearch/fake-meilisearch.ts';
import { createJournalLog, type JournalLog } from '../../services/worker/src/testing/journal-log.ts';
import { untilApplied } from '../../services/worker/src/testing/projection-test.ts';

const masterKey = randomBytes(32).toString('base64');
let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let articles: JournalLog['articles'];
let worker: Service;
let meilisearch: FakeMeilisearch;
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  meilisearch = await startFakeMeilisearch('the master key');
  pool = createPool(database.url, { applicationName: 'spec' });
  store = await openEventStore(database.url);
  const vault = await createPostgresVault({ url: database.url, masterKey });
  ({ articles } = createJournalLog(store, vault));
  worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: database.url,
      EVENT_STORE_URL: database.url,
      MASTER_KEY: masterKey,
      SEARCH_URL: meilisearch.url,
      SEARCH_KEY: 'the master key',
      COMMAND_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'x'.repeat(32),
      LOG_LEVEL: 'silent',
    }),
  );
  closing = [
    () => worker.stop(),
    () => vault.close(),
    () => store.close(),
    () => meilisearch.stop(),
    () => pool.end(),
  ];
});
afterEach(async () => {
  for (const close of closing) await close();
  await database.drop();
});

const untilIndexed = (ids: readonly number[]) =>
  until(() => expect(meilisearch.idsIn('journal_articles')).toEqual(ids));
const health = async () => (await worker.app.inject('/health/ready')).json().dependencies.search as string;

test('what was published is put there, what was deleted is taken out, and a lost index comes back', async () => {
  await articles.publish(1);
  await worker.start();
  await untilIndexed([1]);
  await articles.publish(2);
  await articles.delete(1);
  await untilIndexed([2]);
  await until(async () => expect(await health()).toBe('ok'));
  meilisearch.indexes.clear();
  await untilIndexed([2]);
  await articles.restore(1);
  await untilIndexed([1, 2]);
});

test('while it is away the worker says so, and nothing is left out afterwards', async () => {
  await worker.start();
  await until(async () => expect((await readCheckpoint(pool, 'meili_search_v1'))?.caughtUp).toBe(true));
  await untilApplied(pool, 'meili_search_v1', await articles.publish(1));
  meilisearch.faults.push(...Array.from({ length: 1_000 }, () => ({ path: /./, fault: 503 as const })));
  await articles.publish(2);
  await until(async () => expect(await health()).toMatch(/^unavailable/));
  meilisearch.faults.splice(0);
  await untilIndexed([1, 2]);
  await until(async () => expect(await health()).toBe('ok'));
});

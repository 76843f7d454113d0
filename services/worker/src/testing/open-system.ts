import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { inject, onTestFinished } from 'vitest';
import { loadWorkerConfig } from '../config.ts';
import { createWorkerService, type WorkerParts } from '../worker.service.ts';
import { createJournalLog } from './journal-log.ts';

/**
 * Opens a database with a log and a vault, and the workers that a test creates on it; all are closed after the test.
 * The log is in this database by default.
 */
export async function openSystem(given: { eventStoreUrl?: string | undefined } = {}) {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'), inject('readModelTables'));
  const masterKey = randomBytes(32).toString('base64');
  const pool = createPool(url, { applicationName: 'spec' });
  const { eventStoreUrl = url } = given;
  const store = await openEventStore(eventStoreUrl);
  const vault = await createPostgresVault({ url, masterKey });
  const folder = await mkdtemp(join(tmpdir(), 'journal-worker-'));
  const closing: (() => Promise<unknown>)[] = [() => vault.close(), () => store.close(), () => pool.end()];
  onTestFinished(async () => {
    for (const close of closing) await close();
    await drop();
    await rm(folder, { recursive: true });
  });
  const environment = {
    DATABASE_URL: url,
    EVENT_STORE_URL: eventStoreUrl,
    MASTER_KEY: masterKey,
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    COMMAND_URL: 'http://127.0.0.1:1',
    SERVICE_TOKEN: 'a token of at least 32 characters',
  };

  /** Resolves with a worker that has not been started yet. */
  async function create(more: Record<string, string | undefined> = {}, parts: WorkerParts = {}) {
    const worker = await createWorkerService(loadWorkerConfig({ ...environment, ...more }), parts);
    closing.unshift(() => worker.stop());
    return worker;
  }
  return {
    url,
    pool,
    vault,
    folder,
    environment,
    log: createJournalLog(store, vault),
    create,
    async start(...given: Parameters<typeof create>) {
      const worker = await create(...given);
      await worker.start();
      return worker;
    },
    /** Resolves with the names of the completely written messages in the outbox. */
    async outbox() {
      const names = await readdir(join(folder, 'outbox')).catch(() => []);
      return names.filter((name) => name.endsWith('.eml'));
    },
    closeFirst: (close: () => Promise<unknown>) => void closing.unshift(close),
  };
}

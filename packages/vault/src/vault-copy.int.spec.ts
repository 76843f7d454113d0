import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@journal/testing';
import pg from 'pg';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { createPostgresVault } from './postgres-vault.ts';
import { openRestoredVault } from './restored-vault.ts';
import { readVault, type VaultRecord } from './vault-copy.ts';

async function recordsOf(url: string) {
  const records: VaultRecord[] = [];
  for await (const page of readVault(url)) records.push(...page);
  return records;
}

it('a vault is backed up and restored although a page takes longer than a transaction may be idle', async () => {
  const [source, target] = [
    await createTestDatabase(inject('postgresUrl')),
    await createTestDatabase(inject('postgresUrl')),
  ];
  for (const database of [source, target]) onTestFinished(() => database.drop());
  const masterKey = randomBytes(32).toString('base64');
  const vault = await createPostgresVault({ url: source.url, masterKey });
  await vault.keysForSealing(['user:1', 'user:2']);
  await vault.close();
  const { Pool } = pg;
  const limited = class extends Pool {
    constructor(options?: pg.PoolConfig) {
      super({ ...options, idle_in_transaction_session_timeout: 100 });
    }
  };
  const spy = vi.spyOn(pg, 'Pool').mockImplementation(limited as never);
  onTestFinished(() => spy.mockRestore());
  async function* slowly() {
    for await (const page of readVault(source.url)) {
      await sleep(300);
      yield page;
    }
  }
  const restored = openRestoredVault(target.url);
  onTestFinished(() => restored.close());
  await restored.write(slowly(), 'backup');
  await restored.finish();
  const copy = await recordsOf(target.url);
  expect(copy).toEqual(await recordsOf(source.url));
  expect(copy).toHaveLength(3);
});

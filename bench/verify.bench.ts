import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresEventStore, markAppends } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import { createLogKey, createPostgresVault } from '@journal/vault';
import { createWorkerService, loadWorkerConfig, verifyLog } from '@journal/worker';
import { type BenchContext, type Figure, logEvent, median } from './bench.ts';

export const name = 'journal audit verify on 100,000 events of 1.5 KB';

const events = 100_000;
const perAppend = 500;
const rounds = 3;

export async function run({ startPostgres, defer, say }: BenchContext): Promise<Figure[]> {
  const url = await startPostgres();
  const masterKey = randomBytes(32).toString('base64');
  const store = await createPostgresEventStore({ url });
  defer(() => store.close());
  const vault = await createPostgresVault({ url, masterKey });
  defer(() => vault.close());
  const pool = createPool(url, { applicationName: 'bench' });
  defer(() => pool.end());
  const logKey = createLogKey(vault);
  const marked = markAppends(store, logKey);
  say('writing the log …');
  let end = '';
  for (let written = 0; written < events; written += perAppend) {
    // Of a type that no projection but the ledger knows.
    const some = Array.from({ length: perAppend }, () => ({ ...logEvent(randomUUID()), type: 'Sample' }));
    end = (await marked.append(`history-${written % 50}`, some, 'any')).position;
  }
  const worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: url,
      EVENT_STORE_URL: url,
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'warn',
      COMMAND_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'x'.repeat(32),
    }),
  );
  const began = performance.now();
  await worker.start();
  while (((await readCheckpoint(pool, 'ledger_v1').catch(() => undefined))?.position ?? '') < end)
    await sleep(20);
  const entered = (events / (performance.now() - began)) * 1_000;
  await worker.stop();

  const verified: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    const found = await verifyLog({ store, pool, logKey, onFault: () => {} });
    if (found.events !== events || found.faults > 0) throw new Error('The log is not as it was written');
    verified.push((events / (performance.now() - from)) * 1_000);
  }
  return [
    { what: 'events verified', value: median(verified, Number), unit: 'events/s', goal: '50,000' },
    { what: 'events entered into the ledger', value: entered, unit: 'events/s' },
  ];
}

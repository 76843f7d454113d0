import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import pg from 'pg';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { startSystemInProcess } from '../../tools/testing/system.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

it('an idle journal with three workers sends at most 5 statements a second', async () => {
  const system = await startSystemInProcess(inject('postgresUrl'));
  closing.push(() => system.stop());
  for (let more = 0; more < 2; more++) {
    const worker = await createWorkerService(
      loadWorkerConfig({ ...system.environment, COMMAND_URL: system.url }),
    );
    closing.push(() => worker.stop());
    await worker.start();
  }
  // Due work is polled every 15 s. Expired data is looked for every hour, the first time once its tables are complete:
  // by the third poll that has ended, even if the first one came before the tables.
  await sleep(33_000);
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  // Some work is done once a minute: a shorter time would not be typical, and a longer one might include it twice.
  const seconds = 58;
  await sleep(seconds * 1_000);
  const texts = statements.mock.calls.map(([query]) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  );
  statements.mockRestore();
  expect(texts.length / seconds, texts.toSorted().join('\n')).toBeLessThanOrEqual(5);
}, 150_000);

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
  await sleep(6_000);
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const seconds = 12;
  await sleep(seconds * 1_000);
  const texts = statements.mock.calls.map(([query]) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  );
  statements.mockRestore();
  expect(texts.length / seconds, texts.toSorted().join('\n')).toBeLessThanOrEqual(5);
});

import { expect, test } from '@playwright/test';
import { processTree } from '../../tools/testing/process-tree.ts';
import { type StartedJournal, startJournal, stopJournals } from '../../tools/testing/start-journal.ts';
import { demoArticles } from '../demo/demo-content.ts';
import { isRunning } from '../launcher/processes.ts';

test.describe.configure({ mode: 'serial' });

let journal: StartedJournal;
test.beforeAll(async () => {
  journal = await startJournal('start:split');
});
test.afterAll(stopJournals);

const running = (entry: string) =>
  processTree(journal.pid)
    .filter(({ command }) => command.includes(entry))
    .map(({ pid }) => pid);

async function count(): Promise<number> {
  const answer = await fetch(`${journal.url}/api/articles?limit=100`);
  return ((await answer.json()) as unknown[]).length;
}

test('each service runs in processes of its own, and the pages come from them', async () => {
  expect(running('services/command/src/main.ts')).toHaveLength(1);
  expect(running('services/query/src/main.ts')).toHaveLength(2);
  expect(running('services/worker/src/main.ts')).toHaveLength(2);
  expect(running('web/server/main.ts')).toHaveLength(2);
  expect(await count()).toBe(demoArticles.length);
});

test('a process that dies is missed by nobody and comes back', async () => {
  for (const entry of ['services/query/src/main.ts', 'web/server/main.ts']) {
    const [victim = Number.NaN] = running(entry);
    process.kill(victim, 'SIGKILL');
    for (let request = 0; request < 10; request += 1) {
      expect((await fetch(journal.url)).status).toBe(200);
      expect(await count()).toBe(demoArticles.length);
    }
    await expect
      .poll(() => running(entry).filter((pid) => pid !== victim).length, { timeout: 20_000 })
      .toBe(2);
  }
});

test('SIGTERM ends all of them within 10 s', async () => {
  const pids = processTree(journal.pid).map(({ pid }) => pid);
  const began = Date.now();
  expect(await journal.end('SIGTERM')).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(pids.filter(isRunning)).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { processTree } from '../../tools/testing/process-tree.ts';
import { type StartedJournal, startJournal, stopJournals } from '../../tools/testing/start-journal.ts';
import { demoArticles } from '../demo/demo-content.ts';
import { isRunning } from '../launcher/processes.ts';

test.describe.configure({ mode: 'serial' });

let journal: StartedJournal;
test.beforeAll(async () => {
  journal = await startJournal('start', { environment: { DEMO_CONTENT: 'off' } });
});
test.afterAll(stopJournals);

async function postmaster(): Promise<number> {
  const file = join(journal.dataFolder, 'postgres', 'postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

/** Resolves with the title of every article. */
async function titles(): Promise<string[]> {
  const answer = await fetch(`${journal.url}/api/articles?fields=card`);
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
}

const isReady = async () => (await fetch(`${journal.url}/health/ready`)).status === 200;

test('a Postgres killed during writes is back within 15 s, with every acknowledged write exactly once', async () => {
  const acknowledged: string[] = [];
  let isOver = false;
  const writer = async (name: string) => {
    for (let count = 1; !isOver; count += 1) {
      const title = `${name} ${count}`;
      const { status } = await journal.publish({ ...demoArticles[0], title }, title);
      if (status === 201) acknowledged.push(title);
    }
  };
  const writers = ['one', 'other', 'third'].map(writer);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
  const before = acknowledged.length;
  process.kill(await postmaster(), 'SIGKILL');
  await expect
    .poll(() => journal.output(), { timeout: 15_000 })
    .toContain('The embedded Postgres is available again');
  await expect.poll(isReady, { timeout: 15_000 }).toBe(true);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
  isOver = true;
  await Promise.all(writers);

  const missing = async () => {
    const found = await titles();
    return acknowledged.filter((title) => !found.includes(title));
  };
  await expect.poll(missing).toEqual([]);
  const found = await titles();
  expect(new Set(found).size).toBe(found.length);
  // What an operator reads about it, apart from one line per refused request.
  const told = journal
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && !line.includes('"requestId"'));
  expect(told.length, told.join('\n')).toBeLessThan(10);
});

test('a stop ends all processes within 10 s if Postgres is suspended', async () => {
  const pids = processTree(journal.pid).map(({ pid }) => pid);
  process.kill(await postmaster(), 'SIGSTOP');
  const began = Date.now();
  expect(await journal.end('SIGTERM')).toBe(1);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(pids.filter(isRunning)).toEqual([]);
  expect(journal.output()).toContain('Stopping took too long, so Postgres was killed');
});

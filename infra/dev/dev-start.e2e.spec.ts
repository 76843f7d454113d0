import { expect, test } from '@playwright/test';
import { processTree } from '../../tools/testing/process-tree.ts';
import { startJournal } from '../../tools/testing/start-journal.ts';
import { isRunning } from '../launcher/processes.ts';

test('npm run dev serves pages from their sources, restarts a killed service, and leaves no process behind', async () => {
  const journal = await startJournal('dev');
  const services = () =>
    processTree(journal.pid)
      .filter(({ command }) => command.includes('dev/services.ts'))
      .map(({ pid }) => pid);
  expect(await (await fetch(journal.url)).text()).toContain('/@vite/client');

  const [before = Number.NaN] = services();
  process.kill(before, 'SIGKILL');
  await expect
    .poll(async () => (await fetch(journal.url).catch(() => undefined))?.status, { timeout: 60_000 })
    .toBe(200);
  expect(services()).not.toContain(before);

  const pids = processTree(journal.pid).map(({ pid }) => pid);
  await journal.stop();
  expect(pids.filter(isRunning)).toEqual([]);
});

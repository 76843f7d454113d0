import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { processTree } from '../../tools/testing/process-tree.ts';
import { freePort } from '../launcher/listen-on.ts';
import { isRunning } from '../launcher/processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm start` as a person or a service manager does, until its first page. */
async function npmStart(dataFolder: string) {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: `${port}`, DATA_DIR: dataFolder, DEMO_CONTENT: 'off' },
    stdio: 'ignore',
    detached: true,
  });
  while (npm.exitCode === null && !(await fetch(`http://localhost:${port}`).catch(() => undefined))?.ok)
    await sleep(50);
  expect(npm.exitCode).toBeNull();
  return npm;
}

test('a signal to npm alone ends all processes it started within 10 s', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'journal-npm-'));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    await test.step(signal, async () => {
      const npm = await npmStart(dataFolder);
      const pids = processTree(npm.pid ?? Number.NaN).map(({ pid }) => pid);
      expect(pids.length).toBeGreaterThan(4);
      const began = Date.now();
      npm.kill(signal);
      await once(npm, 'exit');
      await expect.poll(() => pids.filter(isRunning), { timeout: 10_000 }).toEqual([]);
      expect(Date.now() - began).toBeLessThan(10_000);
    });
  // Postgres has processes that started after the check above.
  await rm(dataFolder, { recursive: true, maxRetries: 10 });
});

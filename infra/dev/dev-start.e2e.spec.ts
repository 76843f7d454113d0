import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { processTree } from '../../tools/testing/process-tree.ts';
import { startJournal } from '../../tools/testing/start-journal.ts';
import { isRunning } from '../launcher/processes.ts';

/** Whether something listens at the port of an address. */
async function isListening(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test('npm run dev serves pages from their sources, restarts a service that is killed or stopped while it starts, and leaves no process behind', async () => {
  const journal = await startJournal('dev');
  const services = () =>
    processTree(journal.pid)
      .filter(({ command }) => command.includes('dev/services.ts'))
      .map(({ pid }) => pid);
  expect(await (await fetch(journal.url)).text()).toContain('/@vite/client');

  const [before = Number.NaN] = services();
  process.kill(before, 'SIGKILL');
  let starting = before;
  const isStarting = async () => {
    [starting = before] = services();
    return starting !== before && (await isListening(journal.url));
  };
  await expect.poll(isStarting, { intervals: [20], timeout: 30_000 }).toBe(true);
  // As after a change to a source.
  process.kill(starting, 'SIGTERM');
  const ended = () => /services exited \((\d+)\)/.exec(journal.output())?.[1];
  await expect.poll(ended, { timeout: 30_000 }).toBe('0');
  await expect
    .poll(async () => (await fetch(journal.url).catch(() => undefined))?.status, { timeout: 60_000 })
    .toBe(200);
  expect(services()).not.toContain(starting);

  const pids = processTree(journal.pid).map(({ pid }) => pid);
  await journal.stop();
  expect(pids.filter(isRunning)).toEqual([]);
});

test('the services of npm run dev end when their start fails', async () => {
  const entry = fileURLToPath(new URL('services.ts', import.meta.url));
  // Without the addresses of its engines.
  const env = { PATH: process.env['PATH'], PORT: '0' };
  const child = spawn(process.execPath, [entry], { env, stdio: 'ignore' });
  try {
    const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(30_000) });
    expect(code).toBe(1);
  } finally {
    child.kill('SIGKILL');
  }
});

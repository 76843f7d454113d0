import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isRunning, processTree, signalTree } from './processes.ts';

it('signalTree kills a process and its children, and ignores one that has ended', async () => {
  const shell = spawn('/bin/sh', ['-c', 'sleep 60 & wait'], { stdio: 'ignore' });
  const pid = shell.pid ?? Number.NaN;
  await expect.poll(() => processTree(pid).length).toBe(2);
  const pids = processTree(pid);
  const ended = once(shell, 'exit');
  signalTree(pid, 'SIGKILL');
  await ended;
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  expect(() => signalTree(pid, 'SIGKILL')).not.toThrow();
});

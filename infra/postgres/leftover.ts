import { execFileSync } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../launcher/process-identity.ts';

/**
 * Ends a server that a killed launcher left running in `folder`, so that the next one starts on whole files.
 * Call it only while holding the lock of the data folder. A process that merely has the number which an old
 * pid file names is left alone.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const pid = await leftoverPid(folder);
  if (pid === undefined) return;
  for (const [signal, patience] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (await endsAfter(pid, signal, patience)) return;
  }
  throw new Error(`A Postgres of an earlier start (process ${pid}) does not stop.`);
}

async function leftoverPid(folder: string): Promise<number | undefined> {
  const file = join(folder, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  const pid = Number(content.split('\n')[0]);
  if (pid > 0 && isRunning(pid) && (await runsIn(pid, folder))) return pid;
  await rm(file, { force: true });
  return undefined;
}

async function runsIn(pid: number, folder: string): Promise<boolean> {
  if (platform() === 'linux') {
    const [cwd, own] = await Promise.all([readlink(`/proc/${pid}/cwd`).catch(() => ''), realpath(folder)]);
    return cwd === own;
  }
  try {
    return execFileSync('ps', ['-p', `${pid}`, '-o', 'command='], { encoding: 'utf8' }).includes(folder);
  } catch {
    return false;
  }
}

async function endsAfter(pid: number, signal: NodeJS.Signals, patience: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  for (let waited = 0; waited < patience; waited += 25) {
    if (!isRunning(pid)) return true;
    await sleep(25);
  }
  return false;
}

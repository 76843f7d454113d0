import { execFileSync, spawn } from 'node:child_process';
import { chown, mkdir, open, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../launcher/processes.ts';
import type { SystemUser } from './binaries.ts';
import { workingFolder } from './guarded-server.ts';

export interface NewCluster {
  folder: string;
  binaries: string;
  user: SystemUser | undefined;
  password: string;
}

/** Creates a database cluster in `folder` atomically: it is built in another folder and renamed. */
export async function initialise(cluster: NewCluster): Promise<void> {
  const partial = `${cluster.folder}.initialising`;
  const passwordFile = `${partial}.password`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (cluster.user) {
    await chown(partial, cluster.user.uid, cluster.user.gid);
    await chown(passwordFile, cluster.user.uid, cluster.user.gid);
  }
  try {
    await runInitdb(cluster, partial, passwordFile);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, cluster.folder);
}

async function runInitdb(cluster: NewCluster, folder: string, passwordFile: string): Promise<void> {
  // Passed as an open file, because the account may not have access to the folders above it.
  const password = await open(passwordFile, 'r');
  const passwordPath = platform() === 'linux' ? '/proc/self/fd/3' : passwordFile;
  try {
    const initdb = spawn(
      join(cluster.binaries, 'bin', 'initdb'),
      [
        `--pgdata=${workingFolder(folder)}`,
        `--pwfile=${passwordPath}`,
        '--username=journal',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        `--locale=${platform() === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
        '--lc-messages=C',
      ],
      {
        ...cluster.user,
        cwd: folder,
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', 'pipe', 'pipe', password.fd],
      },
    );
    let output = '';
    initdb.stdout?.on('data', (chunk) => (output += chunk));
    initdb.stderr?.on('data', (chunk) => (output += chunk));
    const code = await new Promise((resolve, reject) => initdb.on('error', reject).on('close', resolve));
    if (code !== 0) throw new Error(`Creating the database in ${folder} failed:\n${output.trim()}`);
  } finally {
    await password.close();
  }
}

/**
 * Stops a server that a killed launcher left running in `folder`; the caller must hold the lock of the data folder. A
 * process that only reuses the number in an old pid file is left alone. Rejects if the server does not stop.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const pid = await leftoverPid(folder);
  if (pid === undefined) return;
  for (const [signal, timeout] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (await endsAfter(pid, signal, timeout)) return;
  }
  throw new Error(`The Postgres of an earlier start (process ${pid}) does not stop.`);
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

async function endsAfter(pid: number, signal: NodeJS.Signals, timeout: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return true;
  }
  for (let waited = 0; waited < timeout; waited += 25) {
    if (!isRunning(pid)) return true;
    await sleep(25);
  }
  return false;
}

import { spawn } from 'node:child_process';
import { chown, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { SystemUser } from './system-user.ts';
import { workingFolder } from './working-folder.ts';

export interface NewCluster {
  folder: string;
  binaries: string;
  user: SystemUser | undefined;
  superuser: string;
  password: string;
}

/**
 * Makes a database cluster in `folder`, whole or not at all: it is built beside it and renamed, so that a
 * crash in the middle leaves nothing that looks finished.
 */
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
  // The open file is handed over because its path may lead through folders closed to that account.
  const password = await open(passwordFile, 'r');
  const passwordPath = platform() === 'linux' ? '/proc/self/fd/3' : passwordFile;
  try {
    const initdb = spawn(
      join(cluster.binaries, 'bin', 'initdb'),
      [
        `--pgdata=${workingFolder(folder)}`,
        `--pwfile=${passwordPath}`,
        `--username=${cluster.superuser}`,
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
    if (code !== 0) throw new Error(`The database could not be made in ${folder}:\n${output.trim()}`);
  } finally {
    await password.close();
  }
}

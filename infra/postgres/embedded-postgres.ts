import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../launcher/listen-on.ts';
import { installedMajor, postgresUser, reachableBinaries } from './binaries.ts';
import { initialise, stopLeftover } from './cluster.ts';
import { type GuardedServer, type ServerCommand, startGuarded } from './guarded-server.ts';

export interface EmbeddedPostgresOptions {
  /** Contains only the cluster; created if it is missing. */
  folder: string;
  /** Password of the superuser, fixed when the cluster is created. */
  password: string;
  settings: Readonly<Record<string, string>>;
  onLog?: (line: string) => void;
  /** Port of 127.0.0.1. Default: a free one. */
  port?: number;
}

export interface EmbeddedPostgres extends GuardedServer {
  /** Address of the database `journal` for its superuser; reachable from this machine only. */
  url: string;
  /** Whether this start created the cluster. */
  isNew: boolean;
}

/**
 * Starts the server in `folder` on a port of 127.0.0.1. Repairs what a crash left there: a half-made cluster is created
 * again, a server that is still running is stopped; Postgres replays its own log. Rejects, leaving the cluster
 * unchanged, if another major version of Postgres created it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder, password, settings } = options;
  await mkdir(dirname(folder), { recursive: true });
  const user = await postgresUser(folder);
  const binaries = await reachableBinaries(user);
  const major = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  const isNew = major === undefined;
  if (major?.trim()) checkMajor(folder, major.trim());
  if (isNew) await initialise({ folder, binaries, user, password });
  else await stopLeftover(folder);
  const { server, port } = await startOnPort(options.port, {
    folder,
    binaries,
    user,
    settings,
    onLog: options.onLog ?? (() => undefined),
  });
  const url = `postgres://journal:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  try {
    await ensureDatabase(`${url}/postgres`);
  } catch (failure) {
    // Nothing was written yet, and after a crash, a shutdown may not complete.
    await server.stop(0);
    throw failure;
  }
  return { ...server, url: `${url}/journal`, isNew };
}

/** Throws if this Postgres can't read the files of the one that created the cluster. */
function checkMajor(folder: string, major: string): void {
  const installed = installedMajor();
  if (major === installed) return;
  throw new Error(
    `${folder} was created by Postgres ${major}, but this version of the journal has Postgres ${installed}, which cannot read ` +
      'it. Start the previous version of the journal and take a backup: npm run journal -- backup <folder>. ' +
      'Then restore it with this version into a DATA_DIR that contains only a copy of secrets.json: ' +
      'npm run journal -- restore <folder>.',
  );
}

async function startOnPort(
  wanted: number | undefined,
  command: Omit<ServerCommand, 'port'>,
): Promise<{ server: GuardedServer; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort());
    try {
      return { server: await startGuarded({ ...command, port }), port };
    } catch (failure) {
      // The port was taken in the meantime, or the processes of a killed server have not ended yet.
      const passes = /Address already in use|shared memory block|lock file/.test(`${failure}`);
      if (!passes || attempt === 5) throw failure;
      await sleep(200 * attempt);
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // An unhandled error event would end the process; the statement below rejects anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'journal'");
    if (rowCount === 0) await client.query('CREATE DATABASE journal');
  } finally {
    await client.end();
  }
}

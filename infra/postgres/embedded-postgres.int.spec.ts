import { fork } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@journal/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from '../launcher/processes.ts';
import { initialise } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { embeddedSettings } from './settings.ts';
import { type RestartPolicy, supervisePostgres } from './supervised-postgres.ts';

let parent: string;
let open: Stoppable[];
let messages: string[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'journal postgres '));
  [open, messages] = [[], []];
});
afterEach(async () => {
  for (const server of open) await server.stop();
  await rm(parent, { recursive: true, force: true });
});

const options = () => ({
  folder: join(parent, 'postgres'),
  password: 'p@ss/word',
  settings: embeddedSettings,
});

type Stoppable = { stop(): Promise<void> };
async function closing<Server extends Stoppable>(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  open.push(server);
  return server;
}
const start = () => closing(startEmbeddedPostgres(options()));
const supervise = (policy?: RestartPolicy) =>
  closing(supervisePostgres(options(), (line) => messages.push(line), policy));

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const write = (url: string) => query(url, 'CREATE TABLE kept AS SELECT 1 AS id');
const expectWritten = async (url: string) =>
  expect(await query(url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);

async function postmaster(): Promise<number> {
  return Number((await readFile(join(parent, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('a cluster of another major version is left unchanged, and the error names backup and restore', async () => {
  const { folder } = options();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'PG_VERSION'), '9\n');
  await expect(start()).rejects.toThrow(/created by Postgres 9, .* has Postgres \d+, .* backup .* restore/);
  expect(await readdir(folder)).toEqual(['PG_VERSION']);
});

test('a new folder inside a private one becomes a durable server, which keeps its data over a restart', async () => {
  await chmod(parent, 0o700);
  const first = await start();
  expect(first.isNew).toBe(true);
  const settings = await query(
    first.url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses`,
  );
  expect(settings).toEqual([{ fsync: 'on', commit: 'on', encoding: 'UTF8', addresses: '127.0.0.1' }]);
  await write(first.url);
  await first.stop();
  const second = await start();
  expect(second.isNew).toBe(false);
  await expectWritten(second.url);
});

test('a server that is set to write its log to files starts, and its log is read', async () => {
  const first = await start();
  await query(first.url, 'ALTER SYSTEM SET logging_collector = on');
  await query(first.url, "ALTER SYSTEM SET log_destination = 'csvlog'");
  await first.stop();
  const { url } = await start();
  expect(await query(url, 'SELECT 1 AS id')).toEqual([{ id: 1 }]);
});

test('a failed initialization leaves no cluster behind, and the next start creates one', async () => {
  const { folder } = options();
  const broken = { folder, binaries: '/nowhere', user: undefined, superuser: 'journal', password: 'x' };
  await expect(initialise(broken)).rejects.toThrow();
  expect(await readdir(parent)).not.toContain('postgres');
  await start();
  expect(await readdir(parent)).toEqual(['postgres']);
});

test('a server that breaks down while its database is created does not end the process that starts it', async () => {
  const settings = { ...embeddedSettings, log_statement: 'ddl', log_line_prefix: '%p ' };
  const onLog = (line: string) => {
    const [, pid] = /^(\d+) LOG: +statement: CREATE DATABASE/.exec(line) ?? [];
    if (pid) process.kill(Number(pid), 'SIGKILL');
  };
  await expect(startEmbeddedPostgres({ ...options(), settings, onLog })).rejects.toThrow('Connection');
  await start();
});

test('a server ends when the process that started it is killed, and the next one has its data', async () => {
  const owner = fork(fileURLToPath(new URL('fixtures/owner.ts', import.meta.url)), [options().folder]);
  const url = await new Promise<string>((resolve) =>
    owner.once('message', (message) => resolve(`${message}`)),
  );
  await write(url);
  owner.kill('SIGKILL');
  const next = await start();
  expect(next.url).not.toBe(url);
  await expectWritten(next.url);
  await expect(query(url, 'SELECT 1')).rejects.toThrow();
});

test('a server still running in the folder is stopped before the next one starts', async () => {
  const first = await start();
  await write(first.url);
  await expectWritten((await start()).url);
  await first.ended;
});

test('a killed server is restarted at its address with the committed data, until it ends too often', async () => {
  const { url, givenUp } = await supervise({ restarts: 1, within: 60_000, firstPause: 1 });
  await write(url);
  process.kill(await postmaster(), 'SIGKILL');
  await until(() => expect(messages).toHaveLength(2));
  await expectWritten(url);
  expect(messages).toEqual([
    'The embedded Postgres exited unexpectedly; restarting …',
    expect.stringMatching(/^The embedded Postgres is available again after \d+\.\d s\.$/),
  ]);
  process.kill(await postmaster(), 'SIGKILL');
  expect(await givenUp).toBe('The embedded Postgres exited unexpectedly too often and is not restarted.');
});

test('a suspended server can be killed with all its processes', async () => {
  const { url, stop, kill } = await supervise();
  const client = await connect(url);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const halted = [rows[0]?.pid ?? Number.NaN, await postmaster()];
  for (const pid of halted) process.kill(pid, 'SIGSTOP');
  const stopped = stop();
  kill();
  await stopped;
  // A killed process closes its files, by which its end is detected, a moment before it is gone.
  await until(() => expect(halted.filter(isRunning)).toEqual([]));
});

test('a server that does not complete its shutdown is killed', async () => {
  const server = await start();
  const pid = await postmaster();
  process.kill(pid, 'SIGSTOP');
  await server.stop(200);
  await until(() => expect(isRunning(pid)).toBe(false));
});

test('a server that its owner kills is not restarted', async () => {
  const { kill, stop } = await supervise();
  const pid = await postmaster();
  kill();
  await until(() => expect(isRunning(pid)).toBe(false));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await stop();
  expect(messages).toEqual([]);
});

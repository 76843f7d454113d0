import { fork } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { embeddedSettings } from './settings.ts';

let parent: string;
const open: EmbeddedPostgres[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'journal postgres '));
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
  await rm(parent, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    folder: join(parent, 'postgres'),
    password: 'p@ss/word',
    settings: embeddedSettings,
  });
  open.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a fresh folder, whose parent only its owner can enter, becomes a server that keeps its promises', async () => {
  await chmod(parent, 0o700);
  const server = await start();
  expect(server.isNew).toBe(true);
  const settings = await query(
    server.url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses`,
  );
  expect(settings).toEqual([{ fsync: 'on', commit: 'on', encoding: 'UTF8', addresses: '127.0.0.1' }]);
});

test('what was written is there after a stop and a start', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id');
  await first.stop();
  const second = await start();
  expect(second.isNew).toBe(false);
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
});

test('half a cluster, left by a crash while it was made, is made anew', async () => {
  const { initialise } = await import('./cluster.ts');
  await expect(
    initialise({
      folder: join(parent, 'postgres'),
      binaries: '/nowhere',
      user: undefined,
      superuser: 'journal',
      password: 'x',
    }),
  ).rejects.toThrow();
  expect(await readdir(parent)).not.toContain('postgres');
  await start();
  expect(await readdir(parent)).toEqual(['postgres']);
});

test('a server ends with the process that started it, even one that is killed, and its data is whole', async () => {
  const owner = fork(fileURLToPath(new URL('fixtures/owner.ts', import.meta.url)), [
    join(parent, 'postgres'),
  ]);
  const url = await new Promise<string>((resolve) =>
    owner.once('message', (message) => resolve(`${message}`)),
  );
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS id');
  owner.kill('SIGKILL');
  const next = await start();
  expect(next.url).not.toBe(url);
  expect(await query(next.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  await expect(query(url, 'SELECT 1')).rejects.toThrow();
});

test('a server that still runs there is stopped before the next one starts', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id');
  const second = await start();
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  await first.ended;
});

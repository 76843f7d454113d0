import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@journal/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from '../launcher/folder-lock.ts';
import { embeddedSettings } from './settings.ts';
import { type RestartPolicy, type SupervisedPostgres, supervisePostgres } from './supervised-postgres.ts';

let parent: string;
let server: SupervisedPostgres | undefined;
let said: string[];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'journal kept '));
  said = [];
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(parent, { recursive: true, force: true });
});

async function keep(policy?: RestartPolicy): Promise<SupervisedPostgres> {
  const folder = join(parent, 'postgres');
  const say = (line: string) => void said.push(line);
  server = await supervisePostgres({ folder, password: 'secret', settings: embeddedSettings }, say, policy);
  return server;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = await connect(url);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function postmaster(): Promise<number> {
  return Number((await readFile(join(parent, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('a server that is killed comes back at the same address with what was committed', async () => {
  const { url } = await keep();
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS id');
  process.kill(await postmaster(), 'SIGKILL');
  await until(() => expect(said).toHaveLength(2));
  expect(await query(url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  expect(said[0]).toBe('The embedded Postgres has ended by itself; starting it again …');
  expect(said[1]).toMatch(/^The embedded Postgres is back after \d+\.\d s\.$/);
});

test('one that falls too often is given up, with a reason', async () => {
  const { givenUp } = await keep({ falls: 1, within: 60_000, firstPause: 1 });
  process.kill(await postmaster(), 'SIGKILL');
  await until(() => expect(said).toHaveLength(2));
  process.kill(await postmaster(), 'SIGKILL');
  expect(await givenUp).toBe('The embedded Postgres has ended by itself, too often to start it again.');
});

test('one that is stopped stays away, and says nothing', async () => {
  const { stop } = await keep();
  const pid = await postmaster();
  await stop();
  expect(isRunning(pid)).toBe(false);
  expect(said).toEqual([]);
});

test('one that was halted can be killed, with all its processes', async () => {
  const { url, stop, kill } = await keep();
  const client = await connect(url);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const halted = [rows[0]?.pid ?? Number.NaN, await postmaster()];
  for (const pid of halted) process.kill(pid, 'SIGSTOP');
  const stopped = stop();
  kill();
  await stopped;
  // A killed process lets go of its files, which is how its end is heard of, a moment before it is gone.
  await until(() => expect(halted.filter(isRunning)).toEqual([]));
});

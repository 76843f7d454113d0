import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, openGate, type TestDatabase } from '@journal/testing';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPool, inTransaction, whileIdle } from './pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
let idleErrors: Error[];
let gate: Awaited<ReturnType<typeof openGate>> | undefined;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => database.drop());
afterEach(async () => {
  await gate?.close();
  gate = undefined;
  await pool.end();
});

function open(max = 3) {
  idleErrors = [];
  pool = createPool(database.url, {
    applicationName: 'pool spec',
    max,
    onIdleError: (error) => idleErrors.push(error),
  });
  return pool;
}

/** Terminates a backend from a separate connection and waits until it is gone. */
async function terminate(pid: number) {
  const killer = createPool(database.url, { applicationName: 'killer', max: 1 });
  await killer.query('select pg_terminate_backend($1, 5000)', [pid]);
  await killer.end();
}

async function pidOf(client: pg.Pool | pg.PoolClient): Promise<number> {
  return (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
}

describe('createPool', () => {
  it('replaces a connection that was lost while idle, and reports it', async () => {
    open(1);
    const first = await pidOf(pool);
    const reported = new Promise((resolve) => pool.once('error', resolve));
    await terminate(first);
    await reported;
    expect(idleErrors).toHaveLength(1);
    expect(await pidOf(pool)).not.toBe(first);
  });

  it('survives the loss of a borrowed connection, whose next query rejects', async () => {
    open(1);
    const client = await pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await terminate(await pidOf(client));
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    expect(await pidOf(pool)).toBeGreaterThan(0);
  });

  it('shows its application name in pg_stat_activity', async () => {
    open();
    const { rows } = await pool.query(
      'select application_name as name from pg_stat_activity where pid = pg_backend_pid()',
    );
    expect(rows).toEqual([{ name: 'pool spec' }]);
  });
});

describe('a connection that goes silent', () => {
  async function openThroughGate() {
    const address = new URL(database.url);
    gate = await openGate(Number(address.port));
    address.port = String(gate.port);
    pool = createPool(address.href, { applicationName: 'silent', max: 1, queryTimeout: 500 });
    return gate;
  }

  it('rejects its statement after the timeout, and the pool connects again', async () => {
    const through = await openThroughGate();
    const first = await pidOf(pool);
    through.silence();
    await expect(pool.query('select 1')).rejects.toThrow('timeout');
    expect(await pidOf(pool)).not.toBe(first);
    expect(pool.totalCount).toBe(1);
  });

  it('rejects a transaction after the timeout, and the pool connects again', async () => {
    const through = await openThroughGate();
    const ending = inTransaction(pool, async (client) => {
      through.silence();
      await client.query('select 1');
    });
    await expect(ending).rejects.toThrow('timeout');
    expect(await pidOf(pool)).toBeGreaterThan(0);
  });
});

it('a transaction of a hanging process is ended with its locks, but not one that waits in whileIdle', async () => {
  open();
  await pool.query('create table locked (n int); insert into locked values (1)');
  const lock = 'select n from locked for update';
  // A client that neither sends nor disconnects looks to the server like a hanging process.
  const hung = await pool.connect();
  await hung.query('begin');
  await hung.query(lock);
  const waiting = inTransaction(pool, async (client) => {
    await client.query('create temp table kept (n int) on commit drop');
    await whileIdle(client, () => sleep(6_000));
    return (await client.query('select from kept')).rowCount;
  });
  const next = createPool(database.url, { applicationName: 'next', queryTimeout: 7_000 });
  expect((await next.query(lock)).rowCount).toBe(1);
  await next.end();
  await expect(hung.query('select 1')).rejects.toThrow();
  hung.release(true);
  await expect(waiting).resolves.toBe(0);
}, 15_000);

describe('inTransaction', () => {
  it('commits, and resolves with the result of its callback', async () => {
    open();
    await pool.query('create table committed (n int)');
    const result = await inTransaction(pool, async (client) => {
      await client.query('insert into committed values (1)');
      return 'done';
    });
    expect(result).toBe('done');
    expect((await pool.query('select n from committed')).rows).toEqual([{ n: 1 }]);
  });

  it('rolls back if its callback throws, and returns a usable connection', async () => {
    open(1);
    await pool.query('create table undone (n int)');
    const failing = inTransaction(pool, async (client) => {
      await client.query('insert into undone values (1)');
      throw new Error('Not this time');
    });
    await expect(failing).rejects.toThrow('Not this time');
    expect((await pool.query('select n from undone')).rows).toEqual([]);
  });

  it('discards a connection that was lost during the callback, and rejects with the callback’s error', async () => {
    open(1);
    const failing = inTransaction(pool, async (client) => {
      const ended = new Promise((resolve) => client.once('end', resolve));
      await terminate(await pidOf(client));
      await ended;
      throw new Error('My own words');
    });
    await expect(failing).rejects.toThrow('My own words');
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

it('a pool does not report connections that the server closes after the pool has ended', async () => {
  const ending = open();
  await ending.query('select 1');
  await ending.end();
  ending.emit('error', new Error('terminating connection due to administrator command'), undefined as never);
  expect(idleErrors).toEqual([]);
  pool = createPool(database.url, { applicationName: 'pool spec' });
});

import { createPool } from '@journal/postgres';
import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createPostgresCounter } from './postgres-counter.ts';

const limits = { login: [{ per: 'account', times: 5, seconds: 3_600 }] } as const;
/** Longer than any test: a slow machine is not an unreachable database. */
const timeout = 60_000;
let database: TestDatabase;
const toClose: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
});
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
  await database.drop();
});

const limitKeys = (account: string) => ({ network: 'anywhere', account });

/** Returns a function that counts a key this often; resolves with the number allowed and the waits of the others. */
async function createTaker(url = database.url, options = {}) {
  const counter = await createPostgresCounter({ url, limits, timeout, ...options });
  toClose.push(() => counter.close());
  return async (times: number, key = 'key') => {
    const waits = await Promise.all(
      Array.from({ length: times }, () => counter.take('login', limitKeys(key))),
    );
    return { allowed: waits.filter((wait) => wait === 0).length, waits: waits.filter((wait) => wait > 0) };
  };
}
const allowedOf = async (taken: Promise<{ allowed: number }>) => (await taken).allowed;

function openPool() {
  const pool = createPool(database.url, { applicationName: 'spec', max: 1 });
  toClose.push(() => pool.end());
  return pool;
}
/** A URL of the database through a gate that can be closed. */
async function gatedUrl() {
  const url = new URL(database.url);
  const gate = await openGate(Number(url.port));
  toClose.push(() => gate.close());
  url.port = String(gate.port);
  return { gate, url: url.href };
}

describe('several processes on one database', () => {
  it('share the count, even concurrently', async () => {
    const [one, other] = await Promise.all([createTaker(), createTaker()]);
    const taken = await Promise.all([one(20), other(20)]);
    expect(taken.reduce((sum, { allowed }) => sum + allowed, 0)).toBe(5);
    for (const wait of taken.flatMap(({ waits }) => waits)) {
      expect(wait).toBeGreaterThan(3_000_000);
      expect(wait).toBeLessThanOrEqual(3_600_000);
    }
  });

  it('share what one of them remembers, even if it is remembered several times', async () => {
    const known = { knownNetwork: [{ per: 'account', times: 1, seconds: 3_600 }] } as const;
    const open = async () => {
      const counter = await createPostgresCounter({ url: database.url, limits: known, timeout });
      toClose.push(() => counter.close());
      return counter;
    };
    const [one, other] = [await open(), await open()];
    const by = limitKeys('key');
    expect(await other.wait('knownNetwork', by)).toBe(0);
    for (const counter of [one, one, other]) await counter.restart('knownNetwork', by);
    expect(await other.wait('knownNetwork', by)).toBeGreaterThan(3_000_000);
    expect(await one.wait('knownNetwork', limitKeys('another'))).toBe(0);
  });

  it('can create the tables concurrently', async () => {
    const takers = await Promise.all(Array.from({ length: 6 }, () => createTaker()));
    const allowed = await Promise.all(takers.map((take) => allowedOf(take(1))));
    expect(allowed.sort()).toEqual([0, 1, 1, 1, 1, 1]);
  });

  it('keep the count across restarts, in an unlogged table', async () => {
    await (await createTaker())(5);
    for (const close of toClose.splice(0)) await close();
    expect(await allowedOf((await createTaker())(1))).toBe(0);
    const { rows } = await openPool().query(
      "select relpersistence, key from pg_class, limits.counts where oid = 'limits.counts'::regclass",
    );
    expect(rows).toEqual([{ relpersistence: 'u', key: 'login-account-3600:key' }]);
  });
});

it('expired counts are deleted every five minutes until the counter is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  toClose.push(async () => vi.useRealTimers());
  const counter = await createPostgresCounter({ url: database.url, limits, timeout });
  const pool = openPool();
  await pool.query(`insert into limits.counts (key, points, expire) values ('over', 1, 1)`);
  await counter.take('login', limitKeys('current'));
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await until(async () => {
    const { rows } = await pool.query('select key from limits.counts');
    expect(rows).toEqual([{ key: 'login-account-3600:current' }]);
  });
  await counter.close();
  expect(vi.getTimerCount()).toBe(0);
});

describe('while the database is unreachable', () => {
  it('each process counts separately, and no request fails', async () => {
    const { gate, url } = await gatedUrl();
    const take = await createTaker(url);
    expect(await allowedOf(take(1))).toBe(1);
    gate.shut();
    expect(await allowedOf(take(7))).toBe(5);
  });

  it('a process can start, and shares the count once the database is back', async () => {
    const { gate, url } = await gatedUrl();
    gate.shut();
    const take = await createTaker(url);
    expect(await allowedOf(take(2))).toBe(2);
    gate.open();
    expect(await allowedOf(take(6))).toBe(5);
    expect(await allowedOf((await createTaker())(1))).toBe(0);
  });

  it('requests are counted locally after the timeout if the database does not respond', async () => {
    const take = await createTaker(database.url, { timeout: 50 });
    await take(1);
    const pool = openPool();
    const client = await pool.connect();
    await client.query('begin; lock table limits.counts in access exclusive mode');
    expect(await allowedOf(take(6, 'another key'))).toBe(5);
    await client.query('rollback');
    client.release();
  });

  it('a database that timed out is not queried again for a while', async () => {
    const timeout = 400;
    const counter = await createPostgresCounter({ url: database.url, limits, timeout });
    toClose.push(() => counter.close());
    const pool = openPool();
    const client = await pool.connect();
    await client.query('begin; lock table limits.counts in access exclusive mode');
    const startedAt = performance.now();
    for (let times = 0; times < 8; times++) await counter.wait('login', limitKeys('waiting'));
    expect(performance.now() - startedAt).toBeLessThan(3 * timeout);
    await client.query('rollback');
    client.release();
  });
});

it('a missing database is rejected at startup', async () => {
  const url = new URL(database.url);
  url.pathname = '/no-such-database';
  await expect(createPostgresCounter({ url: url.href, limits })).rejects.toThrow();
});

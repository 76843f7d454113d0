import { createMemoryVault } from '@journal/events';
import { createPool } from '@journal/postgres';
import { createTestDatabase, openGate, type TestDatabase } from '@journal/testing';
import { createKeyedHash } from '@journal/vault';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createLimitedApp } from '../testing/limited-app.ts';
import { defaultLimits } from './limits.ts';
import { createPostgresCounter } from './postgres-counter.ts';

const limits = { ...defaultLimits, login: { times: 5, seconds: 3_600 } };
/** Longer than any test: what a busy machine takes is no answer from it. */
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

const hash = createKeyedHash(createMemoryVault());
async function createInstance(url = database.url, options = {}) {
  const counter = await createPostgresCounter({ url, limits, timeout, ...options });
  toClose.push(() => counter.close());
  return createLimitedApp(counter, hash);
}
async function select<Row>(text: string): Promise<Row[]> {
  const pool = createPool(database.url, { applicationName: 'spec', max: 1 });
  const { rows } = await pool.query(text);
  await pool.end();
  return rows as Row[];
}
/** A way to the database that can be shut. */
async function gatedUrl() {
  const url = new URL(database.url);
  const gate = await openGate(Number(url.port));
  toClose.push(() => gate.close());
  url.port = String(gate.port);
  return { gate, url: url.href };
}

describe('several processes on one database', () => {
  it('share the count, even concurrently', async () => {
    const [one, other] = await Promise.all([createInstance(), createInstance()]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other).ask({ account: 'one' })),
    );
    const passed = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([passed.length, refused.length]).toEqual([5, 35]);
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
  });

  it('can create the tables concurrently', async () => {
    const instances = await Promise.all(Array.from({ length: 6 }, () => createInstance()));
    const statuses = await Promise.all(instances.map(async (each) => (await each.ask()).statusCode));
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('keep the count across restarts', async () => {
    await (await createInstance()).askTimes(5);
    for (const close of toClose.splice(0)) await close();
    expect((await (await createInstance()).ask()).statusCode).toBe(429);
  });
});

describe('the table', () => {
  it('holds neither address nor account, and is unlogged', async () => {
    await (await createInstance()).ask({ forwardedFor: '203.0.113.7', account: 'writer@example.org' });
    const rows = await select<{ key: string }>('select * from limits.counts');
    expect(rows).toHaveLength(2);
    for (const { key } of rows) expect(key).toMatch(/^login:[0-9a-f]{64}$/);
    expect(await select("select relpersistence from pg_class where oid = 'limits.counts'::regclass")).toEqual(
      [{ relpersistence: 'u' }],
    );
  });
});

describe('while the database is unreachable', () => {
  it('each process counts on its own, and nothing fails', async () => {
    const { gate, url } = await gatedUrl();
    const app = await createInstance(url);
    expect((await app.ask()).statusCode).toBe(200);
    gate.shut();
    expect(await app.askTimes(7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('a process can start, and shares the count once the database is back', async () => {
    const { gate, url } = await gatedUrl();
    gate.shut();
    const app = await createInstance(url);
    expect(await app.askTimes(2)).toEqual([200, 200]);
    gate.open();
    expect(await app.askTimes(6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await select('select points from limits.counts')).toEqual([{ points: 5 }]);
  });

  it('a silent database delays no request for long', async () => {
    const app = await createInstance(database.url, { timeout: 50 });
    await app.ask();
    const pool = createPool(database.url, { applicationName: 'spec', max: 1 });
    toClose.push(() => pool.end());
    const client = await pool.connect();
    await client.query('begin; lock table limits.counts in access exclusive mode');
    expect(await app.askTimes(6, { forwardedFor: '203.0.113.7' })).toEqual([200, 200, 200, 200, 200, 429]);
    await client.query('rollback');
    client.release();
  });
});

it('an invalid address is rejected at the start', async () => {
  const url = new URL(database.url);
  url.pathname = '/no-such-database';
  await expect(createPostgresCounter({ url: url.href, limits })).rejects.toThrow();
});

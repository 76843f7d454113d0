import { randomBytes } from 'node:crypto';
import { type EventStore, openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import type { Service } from '@journal/service-kit';
import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { loadWorkerConfig } from './config.ts';
import { createJournalLog, type JournalLog } from './testing/journal-log.ts';
import { contentsOf, untilApplied } from './testing/projection-test.ts';
import { createWorkerService, withoutWaitingForDisk } from './worker.service.ts';

const schema = 'articles_v1';
const masterKey = randomBytes(32).toString('base64');
const elsewhere = { COMMAND_URL: 'http://127.0.0.1:1', SERVICE_TOKEN: 'x'.repeat(32) };
let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let worker: Service;
let articles: JournalLog['articles'];
let closing: (() => Promise<unknown>)[];

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool(database.url, { applicationName: 'spec' });
  store = await openEventStore(database.url);
  const vault = await createPostgresVault({ url: database.url, masterKey });
  ({ articles } = createJournalLog(store, vault));
  worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: database.url,
      EVENT_STORE_URL: database.url,
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'silent',
      ...elsewhere,
    }),
  );
  closing = [() => worker.stop(), () => vault.close(), () => store.close(), () => pool.end()];
});
afterEach(async () => {
  for (const close of closing) await close();
  await database.drop();
});

const readiness = async () => (await worker.app.inject('/health/ready')).json();

it('follows a real log: what was there before it, and what comes', async () => {
  await articles.publish(1);
  const before = await articles.edit(1, { title: 'Edited before' });
  await worker.start();
  await untilApplied(pool, schema, before);
  await articles.publish(2);
  await untilApplied(pool, schema, await articles.delete(1));
  const { article: rows, article_version: versions } = await contentsOf(pool, schema);
  expect(rows.map((row) => [row.id, row.title, row.listed])).toEqual([
    [1, 'Edited before', false],
    [2, 'Title 2', true],
  ]);
  expect(versions).toHaveLength(4);
  await until(async () => expect(await readiness()).toMatchObject({ dependencies: { queue: 'ok' } }));
  expect(await readiness()).toEqual({
    ready: true,
    dependencies: {
      'event-store': 'ok',
      vault: 'ok',
      database: 'ok',
      articles: 'ok',
      accounts: 'ok',
      newsletter: 'ok',
      submissions: 'ok',
      audit: 'ok',
      ledger: 'ok',
      search: 'ok',
      queue: 'ok',
      reactors: 'ok',
    },
  });
});

it('applies an event as soon as it is appended, long before it would look by itself, each second', async () => {
  await worker.start();
  await untilApplied(pool, schema, await articles.publish(1));
  const times: number[] = [];
  for (let id = 2; id < 12; id++) {
    const position = await articles.publish(id);
    const appended = performance.now();
    await untilApplied(pool, schema, position);
    times.push(performance.now() - appended);
  }
  expect(Math.min(...times)).toBeLessThan(500);
});

it('measures what it does', async () => {
  await worker.start();
  await articles.publish(1);
  await untilApplied(pool, schema, await articles.publish(2));
  await until(async () => {
    const { body } = await worker.app.inject('/metrics');
    const figure = (name: string) =>
      new RegExp(`^journal_projection_${name}\\{projection="${schema}"[^}]*\\} (.+)$`, 'm').exec(body)?.[1];
    expect(figure('events_applied_total')).toBe('2');
    expect(figure('leader')).toBe('1');
    expect(figure('stopped')).toBe('0');
    expect(figure('lag_events')).toBe('0');
    expect(figure('lag_seconds')).toBe('0');
  });
});

it('names the projection and the position in its health when an event stops it', async () => {
  await worker.start();
  const position = await articles.publish(1, { readTime: 40_000 });
  await until(async () =>
    expect(await readiness()).toMatchObject({
      ready: false,
      dependencies: { articles: `unavailable (stopped at position ${position})` },
    }),
  );
});

it('refuses to be without a way to the command service', async () => {
  const { SERVICE_TOKEN } = elsewhere;
  const lost = createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: database.url,
      EVENT_STORE_URL: database.url,
      MASTER_KEY: masterKey,
      SERVICE_TOKEN,
    }),
  );
  await expect(lost).rejects.toMatchObject({ faults: ['COMMAND_URL: is not set'] });
});

it('does not make its commits wait for the disk', async () => {
  const waiting = new pg.Client({
    connectionString: withoutWaitingForDisk(`${database.url}?options=-c%20jit%3Don`),
  });
  await waiting.connect();
  const { rows } = await waiting.query('show synchronous_commit');
  expect(rows).toEqual([{ synchronous_commit: 'off' }]);
  expect((await waiting.query('show jit')).rows).toEqual([{ jit: 'on' }]);
  await waiting.end();
});

it('waits for the disk with what the search shows, whose numbers a crash must not give out twice', async () => {
  const untilFindable = (ids: readonly number[]) =>
    until(async () => {
      const { rows } = await pool.query('select id from search_v1.document order by id');
      expect(rows.map(({ id }) => id)).toEqual(ids);
    });
  await worker.start();
  await articles.publish(1);
  await untilFindable([1]);
  await pool.query(`
    create table waited (commit text);
    create function note_commit() returns trigger language plpgsql as $$
      begin insert into public.waited values (current_setting('synchronous_commit')); return null; end $$;
    create trigger noted after insert on search_v1.document for each statement execute function note_commit()`);
  await articles.publish(2);
  await untilFindable([1, 2]);
  expect((await pool.query('select distinct commit from waited')).rows).toEqual([{ commit: 'on' }]);
});

it('stops twice, and before it was started', async () => {
  await Promise.all([worker.stop(), worker.stop()]);
});

it('leaves nothing open where the vault refuses its master key', async () => {
  await worker.stop();
  const refused = createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: database.url,
      EVENT_STORE_URL: database.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'silent',
      ...elsewhere,
    }),
  );
  await expect(refused).rejects.toMatchObject({ name: 'WrongMasterKey' });
  // Sooner than idle connections would close by themselves.
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select application_name from pg_stat_activity
         where datname = current_database() and application_name like 'journal worker%'`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 9_000 },
  );
});

it('starts while the database is away, says so, and begins when it is there', async () => {
  const gate = await openGate(Number(new URL(database.url).port));
  gate.shut();
  const through = new URL(database.url);
  through.port = String(gate.port);
  const position = await articles.publish(1);
  const late = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: through.href,
      EVENT_STORE_URL: through.href,
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'silent',
      ...elsewhere,
    }),
  );
  closing = [() => late.stop(), () => gate.close(), ...closing];
  await late.start();
  await until(async () => {
    const { statusCode, body } = await late.app.inject('/health/ready');
    expect([statusCode, JSON.parse(body).dependencies]).toMatchObject([
      503,
      {
        'event-store': expect.stringContaining('unavailable'),
        database: expect.stringContaining('unavailable'),
        articles: expect.stringContaining('unavailable'),
      },
    ]);
  });
  gate.open();
  await untilApplied(pool, schema, position);
});

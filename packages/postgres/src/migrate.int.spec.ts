import { randomUUID } from 'node:crypto';
import { until, useTestDatabase } from '@journal/testing';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';

const database = useTestDatabase();
const { pool } = database;

const exists = async (table: string) =>
  (await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])).rows[0]
    ?.found;

it('migrate runs each migration once, in the order of names, inside its schema', async () => {
  const first = { '001-books': 'create table books (n int); insert into books values (1)' };
  await migrate(pool, 'ordered', first);
  await migrate(pool, 'ordered', { ...first, '002-more': 'insert into books select n + 1 from books' });
  await migrate(pool, 'ordered', { ...first, '002-more': 'insert into books select n + 1 from books' });
  expect((await pool.query('select n from ordered.books order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  await expect(migrate(pool, 'ordered', first)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('002-more') },
  });
});

it('migrate may be called concurrently: each migration runs once', async () => {
  const migrations = {
    '001-table': 'create table counted (n int)',
    '002-row': 'insert into counted values (1)',
  };
  await Promise.all(Array.from({ length: 8 }, () => migrate(pool, 'crowded', migrations)));
  expect((await pool.query('select count(*)::int as rows from crowded.counted')).rows).toEqual([{ rows: 1 }]);
});

it('migrate does not need the privilege to create schemas if the schema exists', async () => {
  const role = `limited_${randomUUID().replaceAll('-', '')}`;
  await pool.query(
    `create role ${role} login password 'only here'; create schema made_before authorization ${role}`,
  );
  const url = new URL(database.url);
  Object.assign(url, { username: role, password: 'only here' });
  const limited = createPool(url.href, { applicationName: 'migrate spec' });
  await migrate(limited, 'made_before', { '001-table': 'create table own (n int)' });
  await expect(migrate(limited, 'not_made', { '001-nothing': 'select 1' })).rejects.toThrow('not_made');
  await limited.end();
  expect(await exists('made_before.own')).toBe(true);
});

it('migrate rolls back a failed migration, names the schema, and succeeds once it is corrected', async () => {
  const broken = { '001-half': 'create table half (n int); insert into nowhere values (1)' };
  const failure = await migrate(pool, 'halved', broken).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(Error);
  expect((failure as Error).message).toContain('halved');
  expect(String((failure as Error).cause)).toContain('nowhere');
  expect(await exists('halved.half')).toBe(false);
  await migrate(pool, 'halved', { '001-half': 'create table half (n int)' });
  expect(await exists('halved.half')).toBe(true);
});

it('migrate keeps its connection when it creates the schema', async () => {
  const one = createPool(database.url, { applicationName: 'migrate spec', max: 1 });
  const backend = async () => (await one.query('select pg_backend_pid() as pid')).rows[0];
  const before = await backend();
  await migrate(one, 'brand new', { '001-nothing': 'select 1' });
  expect(await backend()).toEqual(before);
  await one.end();
});

it('migrate leaves the search path of pooled connections unchanged', async () => {
  await migrate(pool, 'elsewhere', { '001-nothing': 'select 1' });
  const paths = await Promise.all(
    Array.from({ length: 5 }, async () => (await pool.query('show search_path')).rows[0]),
  );
  for (const path of paths) expect(path).toEqual({ search_path: '"$user", public' });
});

it('migrate may run concurrently for many schemas that sessions looked up before they existed', async () => {
  const few = createPool(database.url, { applicationName: 'migrate spec', max: 4 });
  for (let round = 0; round < 12; round += 1)
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const schema = `one of many ${round} ${index}`;
        await Promise.all(
          Array.from({ length: 4 }, () => few.query('select to_regnamespace(quote_ident($1))', [schema])),
        );
        await migrate(few, schema, { '001-table': 'create table counted (n int)' });
      }),
    );
  await few.end();
});

it('migrate is not disturbed by other schemas that are dropped at the same time', async () => {
  const tables = Array.from(
    { length: 40 },
    (_, index) => `create table coming.table_${index} (a int, b int)`,
  );
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await pool.query(`create schema coming; ${tables.join(';')}`);
      await pool.query('alter schema coming rename to going; drop schema going cascade');
    }
  })();
  try {
    const migrations: Record<string, string> = {};
    for (let round = 100; round < 140; round += 1) {
      migrations[`${round}-table`] = `create table counted_${round} (n int)`;
      await migrate(pool, 'unmoved', migrations);
    }
  } finally {
    isOver = true;
    await others;
  }
});

it('migrate waits for another process on one connection of the pool, whatever the number of schemas', async () => {
  const few = createPool(database.url, { applicationName: 'migrate spec', max: 2 });
  // Once the other process is gone, by which the waiting connections are released.
  onTestFinished(() => few.end());
  const other = await pool.connect();
  onTestFinished(() => other.release(true));
  await other.query(`begin; select pg_advisory_xact_lock(hashtextextended('journal migrations', 0))`);
  const schemas = ['waiting 1', 'waiting 2', 'waiting 3'];
  const migrating = schemas.map((schema) => migrate(few, schema, { '001-table': 'create table t (n int)' }));
  await until(async () => {
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted and database = (
      select oid from pg_database where datname = current_database())`;
    expect((await pool.query(waiting)).rowCount).toBeGreaterThan(0);
  });
  // The pool serves its callers in turn, so each query lets another waiting schema have the connection first.
  for (let count = 0; count < 20; count += 1) await few.query('select 1');
  await other.query('commit');
  await Promise.all(migrating);
  for (const schema of schemas) expect(await exists(`"${schema}".t`)).toBe(true);
});

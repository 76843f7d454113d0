import pg from 'pg';
import { afterAll, describe, expect, inject, it, test } from 'vitest';
import { createTestDatabase, useTestDatabase } from './index.ts';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a test database is empty, isolated from others, and gone after its drop', async () => {
  const [one, other] = await Promise.all([
    createTestDatabase(inject('postgresUrl')),
    createTestDatabase(inject('postgresUrl')),
  ]);
  await query(one.url, 'CREATE TABLE mark (id int)');
  expect(await query(other.url, `SELECT to_regclass('mark') AS found`)).toEqual([{ found: null }]);
  await Promise.all([one.drop(), other.drop()]);
  await expect(query(one.url, 'SELECT 1')).rejects.toThrow('does not exist');
});

test('a test database created from the read models’ template has their tables, and no checkpoint', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'), inject('readModelTables'));
  const names = `SELECT string_agg(relname, ' ') AS names FROM pg_class WHERE relkind = 'r'`;
  expect(await query(url, names)).toMatchObject([
    { names: expect.stringMatching(/^(?=.*\barticle\b)(?=.*\bsubmission\b)(?=.*\bcheckpoint\b)/) },
  ]);
  expect(await query(url, 'SELECT FROM projections.checkpoint')).toEqual([]);
  await drop();
});

test('pg_trgm in a test database keeps letters beyond ASCII', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  await query(database.url, 'CREATE EXTENSION pg_trgm');
  expect(await query(database.url, `SELECT show_trgm('Åsa') <> show_trgm('sa') AS kept`)).toEqual([
    { kept: true },
  ]);
  await database.drop();
});

describe('a spec that uses a database', () => {
  const { url, pool } = useTestDatabase();
  afterAll(async () => {
    expect(await query(url, 'SELECT id FROM mark')).toEqual([{ id: 1 }]);
  });

  it('can use it in its tests and in its own clean-up', async () => {
    await pool.query('CREATE TABLE mark (id int); INSERT INTO mark VALUES (1)');
    expect(await query(url, 'SELECT id FROM mark')).toEqual([{ id: 1 }]);
  });

  it('can still use it after its connections are terminated', async () => {
    const ended = new Promise((resolve) => pool.once('error', resolve));
    await query(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'spec'`,
    );
    await ended;
    expect((await pool.query('SELECT id FROM mark')).rows).toEqual([{ id: 1 }]);
  });
});

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

export type TestDatabase = {
  /** The address of a database that nobody else uses. */
  readonly url: string;
  /** Drops the database and ends all connections to it. */
  drop(): Promise<void>;
};

/** Creates a database beside `baseUrl`, empty or as a copy of `template`, so that specs can run in parallel. */
export async function createTestDatabase(baseUrl: string, template?: string): Promise<TestDatabase> {
  const database = nameTestDatabase(baseUrl, template);
  await database.create();
  return database;
}

/** Names a new database beside `baseUrl`; `create` makes it, empty or as a copy of the database `template`. */
export function nameTestDatabase(baseUrl: string, template?: string) {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(baseUrl);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    create: () => run(baseUrl, `CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`),
    drop: () => run(baseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Returns the database of the spec file that calls this outside of its tests: created empty before the first test,
 * dropped after the last, when the file's own `afterAll` has run. `pool` is for the spec's own queries.
 */
export function useTestDatabase() {
  const { url, create, drop } = nameTestDatabase(inject('postgresUrl'));
  const pool = new pg.Pool({ connectionString: url, application_name: 'spec', max: 20 });
  // Some specs end every connection to their database; the pool opens others.
  pool.on('error', () => {});
  beforeAll(create);
  afterAll(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';

export type TestDatabase = {
  /** URL of a database that only this spec uses. */
  readonly url: string;
  /** Drops the database and terminates all its connections. */
  drop(): Promise<void>;
};

/** Creates a database on `baseUrl`'s server, empty or as a copy of `template`, so that specs can run in parallel. */
export async function createTestDatabase(baseUrl: string, template?: string): Promise<TestDatabase> {
  const database = nameTestDatabase(baseUrl, template);
  await database.create();
  return database;
}

/** Names a new database on the server of `baseUrl`; `create` creates it, empty or as a copy of `template`. */
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
 * Returns a database for the calling spec file; call it outside of tests. It is created empty before the first test and
 * dropped after the last, once the file's own `afterAll` has run. `pool` is for the spec's own queries.
 */
export function useTestDatabase() {
  const { url, create, drop } = nameTestDatabase(inject('postgresUrl'));
  const pool = new pg.Pool({ connectionString: url, application_name: 'spec', max: 20 });
  // Some specs terminate every connection to their database; the pool opens new ones.
  pool.on('error', () => {});
  beforeAll(create);
  afterAll(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
}

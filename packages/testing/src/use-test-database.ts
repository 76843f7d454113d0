import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { nameTestDatabase } from './test-database.ts';

export interface UsedDatabase {
  readonly url: string;
  /** For the spec's own queries: named `spec`, at most 20 connections. */
  readonly pool: pg.Pool;
}

/**
 * Returns a database for the spec file that calls this outside of its tests: empty before the first test, and dropped
 * after the last, when the file's own `afterAll` has run.
 */
export function useTestDatabase(): UsedDatabase {
  const { url, create, drop } = nameTestDatabase(inject('postgresUrl'));
  const pool = new pg.Pool({ connectionString: url, application_name: 'spec', max: 20 });
  // Some specs end every connection to their database; the pool makes others.
  pool.on('error', () => {});
  beforeAll(create);
  afterAll(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
}

import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { nameTestDatabase } from './test-database.ts';

export interface UsedDatabase {
  readonly url: string;
  /** Connections for the spec's own looks at it, named `spec`, twenty at most. */
  readonly pool: pg.Pool;
}

/**
 * Gives the spec file that calls this, outside of its tests, a database of its own: empty before the first test, and
 * gone after the last, when the file's own `afterAll` has been.
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

import { createPool } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { inject } from 'vitest';
import { contentsOf } from '../testing/projection-test.ts';
import { jobQueueContract } from './contract/job-queue.contract.ts';

jobQueueContract('Postgres', async () => {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(url, { applicationName: 'spec' });
  return {
    url,
    isWatched: false,
    dump: async () => JSON.stringify(await contentsOf(pool, 'queue')),
    async clear() {
      await pool.query('drop schema if exists queue cascade');
    },
    async close() {
      await pool.end();
      await drop();
    },
  };
});

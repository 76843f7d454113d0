import { createPool } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { inject } from 'vitest';
import { contentsOf } from '../testing/projection-test.ts';
import { createPostgresEngine } from './bull-engine.ts';
import { jobQueueContract, type OpenedEngine } from './contract/job-queue.contract.ts';

const open = async (): Promise<OpenedEngine> => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(database.url, { applicationName: 'spec' });
  const { port } = new URL(database.url);
  return {
    port: Number(port),
    engine(through) {
      const url = new URL(database.url);
      url.port = `${through ?? port}`;
      return createPostgresEngine(url.href);
    },
    dump: async () => JSON.stringify(await contentsOf(pool, 'queue')),
    async clear() {
      await pool.query('drop schema if exists queue cascade');
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
};

jobQueueContract('Postgres', open);

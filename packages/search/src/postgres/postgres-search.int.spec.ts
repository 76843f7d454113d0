import { createPool, migrate } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { inject } from 'vitest';
import { describeSearchContract } from '../contract/search.contract.ts';
import { createPostgresSearchEngine } from './postgres-engine.ts';
import { createPostgresSearchIndex } from './postgres-index.ts';
import { searchModel } from './search.model.ts';

describeSearchContract('Postgres', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(database.url, { applicationName: 'search spec' });
  await migrate(pool, 'search_v1', searchModel.migrations);
  // What is asked here is what comes, not when.
  const open = () => createPostgresSearchEngine({ pool, patience: 30_000 });
  const engine = open();
  engine.start();
  return {
    index: createPostgresSearchIndex(),
    engine,
    pool,
    another: open,
    async close() {
      await engine.close();
      await pool.end();
      await database.drop();
    },
  };
});

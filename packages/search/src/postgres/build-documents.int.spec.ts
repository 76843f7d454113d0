import { migrate } from '@journal/postgres';
import { useTestDatabase } from '@journal/testing';
import { beforeAll, expect, it } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import type { SearchDocument } from '../search.port.ts';
import { buildDocuments } from './build-documents.ts';
import { searchModel } from './search.model.ts';

const schema = 'search_v1';
const never = new AbortController().signal;
const { pool } = useTestDatabase();

beforeAll(() => migrate(pool, schema, searchModel.migrations));

it('is not disturbed by a build that goes on in a process that leads no more, and leaves no other schema', async () => {
  const filled = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  async function* old(): AsyncGenerator<readonly SearchDocument[]> {
    yield [sampleDocument({ id: 1, title: 'Old' })];
    filled.resolve();
    await resumed.promise;
    yield [sampleDocument({ id: 1, title: 'Old' }), sampleDocument({ id: 2, title: 'Old' })];
  }
  const leadsNoMore = async () => Promise.reject(new Error('leads no more'));
  const first = buildDocuments(pool, schema, old(), leadsNoMore, never).catch((error: unknown) => error);
  await filled.promise;

  async function* current(): AsyncGenerator<readonly SearchDocument[]> {
    yield [sampleDocument({ id: 2, title: 'New' })];
    resumed.resolve();
    expect(await first).toBeInstanceOf(Error);
  }
  await buildDocuments(pool, schema, current(), async () => {}, never);

  const { rows } = await pool.query(`select id, title from ${schema}.document`);
  expect(rows).toEqual([{ id: 2, title: 'New' }]);
  const schemas = await pool.query(`select nspname from pg_namespace where nspname like 'search%'`);
  expect(schemas.rows).toEqual([{ nspname: schema }]);
});

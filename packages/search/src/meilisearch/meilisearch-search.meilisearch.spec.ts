import { createPool, migrate } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { Meilisearch } from 'meilisearch';
import { expect, inject, it } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import { describeSearchContract } from '../contract/search.contract.ts';
import { createCorpus, createQueries, measure } from '../quality/index.ts';
import { meilisearchModel } from './meilisearch.model.ts';
import { createMeilisearchEngine } from './meilisearch-engine.ts';
import { createMeilisearchIndex } from './meilisearch-index.ts';
import { startMeilisearch } from './start-meilisearch.ts';

async function open() {
  const server = await startMeilisearch();
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(database.url, { applicationName: 'search spec' });
  await migrate(pool, 'meili_search_v1', meilisearchModel.migrations);
  const index = createMeilisearchIndex(server);
  const another = () => createMeilisearchEngine(server);
  const engine = another();
  return {
    server,
    index,
    engine,
    pool,
    another,
    async close() {
      await Promise.all([engine.close(), index.close()]);
      await pool.end();
      await database.drop();
      await removeAll(server);
      await server.stop();
    },
  };
}

/** The indexes and keys of this spec, on a server that may be somebody's. */
async function removeAll({ url, key, indexUid }: Awaited<ReturnType<typeof startMeilisearch>>) {
  const client = new Meilisearch({ host: url, ...(key ? { apiKey: key } : {}) });
  const { results: indexes } = await client.getRawIndexes({ limit: 1_000 });
  for (const { uid } of indexes) if (uid.startsWith(indexUid)) await client.deleteIndex(uid).waitTask();
  const { results: keys } = await client.getKeys({ limit: 1_000 }).catch(() => ({ results: [] }));
  for (const { uid, indexes: of } of keys) if (of.includes(indexUid)) await client.deleteKey(uid);
}

describeSearchContract('Meilisearch', open);

it('an index that is gone, made again by somebody, or wiped is seen to be lost', async () => {
  const { server, index, pool, close } = await open();
  const client = new Meilisearch({ host: server.url, ...(server.key ? { apiKey: server.key } : {}) });
  const never = new AbortController().signal;
  async function* documents() {
    yield [sampleDocument({ id: 1 }), sampleDocument({ id: 2 })];
  }
  const spoiled = [
    () => client.index(server.indexUid).deleteAllDocuments().waitTask(),
    () => client.deleteIndex(server.indexUid).waitTask(),
    async () => {
      await client.deleteIndex(server.indexUid).waitTask();
      await client.createIndex(server.indexUid, { primaryKey: 'id' }).waitTask();
    },
  ];
  for (const spoil of spoiled) {
    await index.build(pool, documents(), async () => {}, never);
    expect(await index.state(pool)).toBe('whole');
    await spoil();
    expect(await index.state(pool)).toBe('lost');
  }
  await close();
});

it('answers the queries of the quality set as well as they have to be', async () => {
  const articles = [...createCorpus({ articles: 2_000, seed: 1 })];
  // Takes a while, in which a connection that stands open would be closed.
  const queries = createQueries(articles, { seed: 1 });
  const { index, engine, pool, close } = await open();
  async function* documents() {
    for (let from = 0; from < articles.length; from += 200) yield articles.slice(from, from + 200);
  }
  await index.build(pool, documents(), async () => {}, new AbortController().signal);
  const { typos, kinds, all } = await measure(engine, queries);
  expect(typos.recallAtFive).toBeGreaterThanOrEqual(0.97);
  expect(all.meanReciprocalRank).toBeGreaterThanOrEqual(0.9);
  for (const kind of ['exact', 'beginning of the last word', 'beginning of every word'] as const)
    expect(kinds.get(kind)?.recallAtFive).toBe(1);
  await close();
});

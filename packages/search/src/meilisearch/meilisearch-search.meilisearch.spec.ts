import { Meilisearch } from 'meilisearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useSearch } from '../contract/opened-search.ts';
import { describeSearchContract } from '../contract/search.contract.ts';
import { createMeilisearchEngine } from './meilisearch-engine.ts';
import { createMeilisearchIndex } from './meilisearch-index.ts';
import { startMeilisearch } from './start-meilisearch.ts';

let server: Awaited<ReturnType<typeof startMeilisearch>>;
beforeAll(async () => {
  server = await startMeilisearch();
}, 180_000);
afterAll(async () => {
  await removeAll();
  await server.stop();
});

/** Removes only this spec's indexes and keys: the server may be in use by others. */
async function removeAll() {
  const { indexUid } = server;
  const { results: indexes } = await client().getRawIndexes({ limit: 1_000 });
  for (const { uid } of indexes) if (uid.startsWith(indexUid)) await client().deleteIndex(uid).waitTask();
  const { results: keys } = await client()
    .getKeys({ limit: 1_000 })
    .catch(() => ({ results: [] }));
  for (const { uid, indexes: of } of keys) if (of.includes(indexUid)) await client().deleteKey(uid);
}

const client = () => new Meilisearch({ host: server.url, ...(server.key ? { apiKey: server.key } : {}) });

async function open() {
  const index = createMeilisearchIndex(server);
  const another = () => createMeilisearchEngine(server);
  const engine = another();
  return {
    index,
    engine,
    another,
    async close() {
      await Promise.all([engine.close(), index.close()]);
    },
  };
}

describeSearchContract('Meilisearch', open);

describe('an index in Meilisearch', () => {
  const { fill, state } = useSearch(open);

  it.each([
    ['is gone', 'missing', () => client().deleteIndex(server.indexUid).waitTask()],
    [
      'was made again by somebody',
      'outdated',
      async () => {
        await client().deleteIndex(server.indexUid).waitTask();
        await client().createIndex(server.indexUid, { primaryKey: 'id' }).waitTask();
      },
    ],
    ['was wiped', 'built', () => client().index(server.indexUid).deleteAllDocuments().waitTask()],
  ])('that %s is reported as %s', async (_what, kind, spoil) => {
    await fill([{ id: 1 }, { id: 2 }]);
    expect(await state()).toEqual({ kind: 'built', documents: 2 });
    await spoil();
    expect(await state()).toEqual(kind === 'built' ? { kind, documents: 0 } : { kind });
  });
});

import { createPool, migrate, writeAlone } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { sampleDocument } from '../../contract/opened-search.ts';
import type { SearchDocument } from '../../search.port.ts';
import { meilisearchModel } from '../meilisearch.model.ts';
import {
  createMeilisearchIndex,
  defaultIndexUid,
  type MeilisearchIndexOptions,
} from '../meilisearch-index.ts';
import { startStandIn } from './start-stand-in.ts';

/** An index of ours on a stand-in, which loses patience soon enough for a spec. */
export async function openOnStandIn(postgresUrl: string) {
  const database = await createTestDatabase(postgresUrl);
  const pool = createPool(database.url, { applicationName: 'meilisearch spec' });
  await migrate(pool, 'meili_search_v1', meilisearchModel.migrations);

  return {
    pool,
    async start({
      masterKey,
      key = masterKey,
      ...options
    }: Partial<MeilisearchIndexOptions> & { masterKey?: string }) {
      const standIn = await startStandIn(masterKey === undefined ? {} : { masterKey });
      await pool.query('truncate meili_search_v1.live_index');
      const index = createMeilisearchIndex({
        url: standIn.url,
        key,
        requestTimeout: 2_000,
        patience: { task: 2_000, attempts: 3, pause: 1 },
        ...options,
      });
      return {
        standIn,
        index,
        build: (ids: readonly number[], swapping = async () => {}, signal = new AbortController().signal) =>
          index.build(pool, onePage(ids.map((id) => sampleDocument({ id }))), swapping, signal),
        async change(documents: readonly SearchDocument[], gone: readonly number[] = []) {
          await writeAlone(pool, await index.change(pool, { documents, gone }));
        },
        state: () => index.state(pool),
        live: () => [...(standIn.engine.indexes.get(defaultIndexUid)?.documents.keys() ?? [])],
        uids: () => [...standIn.engine.indexes.keys()],
      };
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

export type OpenedOnStandIn = Awaited<ReturnType<typeof openOnStandIn>>;

async function* onePage(documents: readonly SearchDocument[]) {
  yield documents;
}

import { migrate } from '@journal/postgres';
import { schemaOf } from '@journal/read-models';
import type { SearchIndex } from '../search.port.ts';
import type { BatchLimits } from './batches.ts';
import { buildIndex } from './build-index.ts';
import { changeIndex } from './change-index.ts';
import { createConnection } from './connection.ts';
import { createLiveIndexRecord } from './live-index.ts';
import { meilisearchModel } from './meilisearch.model.ts';
import { stateOfIndex } from './state-of-index.ts';
import type { Patience } from './tasks.ts';

/** The name of the index, where nobody asks for another. */
export const defaultIndexUid = 'journal_articles';

export type MeilisearchIndexOptions = {
  /** http://… or https://… */
  readonly url: string;
  /** A key that may manage keys, or one that may do what is needed; none where the server has none. */
  readonly key?: string | undefined;
  /** Letters, digits, - and _. */
  readonly indexUid?: string;
  /** Filled instead of the model's own. */
  readonly schema?: string;
  /** Milliseconds in which a request must be answered. */
  readonly requestTimeout?: number;
  readonly patience?: Partial<Patience>;
  readonly batches?: Partial<BatchLimits>;
};

/** The index in a Meilisearch 1.50. Nothing is asked of the server before the first call, which may fail and be repeated. */
export function createMeilisearchIndex(options: MeilisearchIndexOptions): SearchIndex {
  const { url, key, indexUid = defaultIndexUid, requestTimeout = 10_000 } = options;
  const closing = new AbortController();
  const to = { url, key, indexUid, requestTimeout, closing: closing.signal };
  const patience = { task: 30_000, attempts: 4, pause: 200, ...options.patience };
  const batches = { documents: 1_000, characters: 10_000_000, ...options.batches };
  const schema = options.schema ?? schemaOf(meilisearchModel);
  const record = createLiveIndexRecord(schema, indexUid);
  const changing = createConnection('changer', to);
  const building = createConnection('builder', to);

  return {
    model: meilisearchModel,
    state: (database) => stateOfIndex(changing, record, database),
    change: (database, change) =>
      changeIndex({ connection: changing, record, patience, batches }, database, change),
    async build(database, documents, swapping, signal) {
      await migrate(database, schema, meilisearchModel.migrations);
      await buildIndex(
        { connection: building, record, patience, batches },
        database,
        documents,
        swapping,
        signal,
      );
    },
    /** What waits for Meilisearch rejects. */
    async close() {
      closing.abort(new Error('The index has been closed'));
    },
  };
}

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ReadModel } from '@journal/read-models';
import { sleep } from '@journal/service-kit/async';
import type { IndexSwap, Meilisearch } from 'meilisearch';
import { nextTurn } from '../next-turn.ts';
import { IndexLost, type SearchIndex } from '../search.port.ts';
import { type SearchDocument, textsOf } from '../search-document.ts';
import { type Connection, createConnection, type MeilisearchOptions, prefixOfBuilds } from './connection.ts';
import { EngineError, hasCode, isIndexMissing, isTransient } from './engine-error.ts';
import { indexSettings, withSounds } from './settings.ts';
import { performTask, type TaskLimits } from './tasks.ts';

/** Postgres only stores the checkpoint of the index. */
export const meilisearchModel = {
  name: 'meili_search',
  version: 1,
  migrations: { '0001-live-index': 'select 1', '0002-no-record': 'drop table if exists live_index' },
} as const satisfies ReadModel;

export type MeilisearchIndexOptions = MeilisearchOptions & { readonly tasks?: Partial<TaskLimits> };

/** Documents per request of a change: at most 72 MB, where Meilisearch accepts 100 MB. */
const batchSize = 200;
/**
 * Documents and characters per build request. For every batch, whatever its size, Meilisearch rewrites the postings of
 * the batch's words, which grow with each document in the index.
 */
const [buildBatchSize, buildBatchLetters] = [1_000, 4_000_000];
/** A build's batch has far more documents than a change, and nobody is waiting for it. */
const buildTimeoutFactor = 4;
/** Interval between checks whether the indexes have been swapped, in milliseconds. */
const swapPoll = 20;

/** Returns the write side of an index in Meilisearch 1.50; makes no request before the first call. */
export function createMeilisearchIndex(options: MeilisearchIndexOptions): SearchIndex {
  const closing = new AbortController();
  const tasks = { timeout: 30_000, attempts: 4, pause: 200, ...options.tasks };
  const changer = createConnection('changer', options, closing.signal);
  const builder = createConnection('builder', options, closing.signal);
  const { indexUid } = changer;

  /** Applies the settings first: documents added before them would be indexed twice. */
  async function fill(
    uid: string,
    documents: AsyncIterable<readonly SearchDocument[]>,
    signal: AbortSignal,
  ): Promise<void> {
    const perform = (task: Parameters<typeof performTask>[2]) =>
      performTask(builder, { ...tasks, timeout: tasks.timeout * buildTimeoutFactor }, task, signal);
    await perform((client) => client.createIndex(uid, { primaryKey: 'id' }));
    await perform((client) => client.index(uid).updateSettings(indexSettings));
    let count = 0;
    for await (const batch of inBuildBatches(documents)) {
      await perform((client) => addDocuments(client, uid, batch));
      count += batch.length;
      signal.throwIfAborted();
    }
    const { numberOfDocuments } = await builder.ask((client) => client.index(uid).getStats());
    if (numberOfDocuments !== count)
      throw new Error(`The new index has ${numberOfDocuments} documents, expected ${count}`);
  }

  async function remove(uid: string): Promise<void> {
    await performTask(builder, tasks, (client) => client.deleteIndex(uid)).catch((error: unknown) => {
      if (!isIndexMissing(error)) throw error;
    });
  }

  /** Removes the indexes of builds that died. Two concurrent builds abort each other and start again. */
  async function removeLeftovers(signal: AbortSignal): Promise<void> {
    const { results } = await builder.ask((client) => client.getRawIndexes({ limit: 1_000 }));
    for (const { uid } of results) {
      signal.throwIfAborted();
      if (uid.startsWith(prefixOfBuilds(indexUid))) await remove(uid);
    }
  }

  return {
    async state() {
      try {
        const settings = await changer.ask((client) => client.index(indexUid).getSettings());
        const ours = Object.keys(indexSettings) as (keyof typeof indexSettings)[];
        if (!ours.every((name) => isDeepStrictEqual(settings[name], indexSettings[name])))
          return { kind: 'outdated' };
        const { numberOfDocuments } = await changer.ask((client) => client.index(indexUid).getStats());
        return { kind: 'built', documents: numberOfDocuments };
      } catch (error) {
        if (isIndexMissing(error)) return { kind: 'missing' };
        throw error;
      }
    },

    async apply({ documents, deletedIds }, signal) {
      const perform = (send: Parameters<typeof performTask>[2]) => {
        const sendUnlessReplaced: typeof send = async (client) => {
          await nextTurn();
          signal?.throwIfAborted();
          return send(client);
        };
        return performTask(changer, tasks, sendUnlessReplaced, signal);
      };
      try {
        for (const part of inBatches(documents))
          await perform((client) => addDocuments(client, indexUid, part));
        for (const ids of inBatches(deletedIds))
          await perform((client) => client.index(indexUid).deleteDocuments(ids));
      } catch (error) {
        if (isIndexMissing(error))
          throw new IndexLost('Meilisearch has no index for this journal', { cause: error });
        throw error;
      }
    },

    async build(documents, publish, signal) {
      await removeLeftovers(signal);
      const uid = prefixOfBuilds(indexUid) + randomBytes(8).toString('hex');
      try {
        await fill(uid, documents, signal);
        await publish(async () => {
          signal.throwIfAborted();
          await swap(builder, uid, tasks);
        });
      } finally {
        // This is now either the index that was replaced or the failed build; the next build retries the removal.
        await remove(uid).catch(() => {});
      }
    },

    async close() {
      closing.abort(new Error('The index is closed'));
    },
  };
}

/** Renames the index `uid` to the live name, and the previous live index, if there is one, to `uid`. */
async function swap(connection: Connection, uid: string, limits: TaskLimits): Promise<void> {
  const { indexUid, ask } = connection;
  const createdAtOf = (index: string) =>
    ask(async (client) => (await client.getRawIndex(index)).createdAt).catch((error: unknown) => {
      if (isIndexMissing(error) || isTransient(error)) return undefined;
      throw error;
    });
  const [createdAt, live] = [await createdAtOf(uid), await createdAtOf(indexUid)];
  if (createdAt === undefined) throw new Error('The new index no longer exists');
  const swapped: IndexSwap =
    live === undefined
      ? { indexes: [uid, indexUid], rename: true }
      : { indexes: [indexUid, uid], rename: false };
  const deadline = performance.now() + limits.timeout;
  try {
    await performTask(connection, { ...limits, attempts: 1 }, (client) => client.swapIndexes([swapped]));
  } catch (error) {
    // A key restricted to some indexes can't see a task that involves two, so poll the live index itself.
    if (!hasCode(error, 'task_not_found')) throw error;
    while ((await createdAtOf(indexUid)) !== createdAt) {
      if (performance.now() > deadline)
        throw new EngineError('Meilisearch did not swap the indexes in time', { code: 'unknown' });
      await sleep(swapPoll);
    }
  }
}

const addDocuments = (client: Meilisearch, uid: string, documents: readonly SearchDocument[]) =>
  client.index(uid).addDocuments(documents.map(withSounds), { primaryKey: 'id' });

/** Yields the items in order, in batches of one request each. */
function* inBatches<Item>(items: readonly Item[]): Generator<Item[], void> {
  for (let from = 0; from < items.length; from += batchSize) yield items.slice(from, from + batchSize);
}

/** Yields the documents of all pages in order, in batches of one build request each. */
async function* inBuildBatches(
  pages: AsyncIterable<readonly SearchDocument[]>,
): AsyncGenerator<SearchDocument[], void> {
  let batch: SearchDocument[] = [];
  let letters = 0;
  for await (const page of pages)
    for (const document of page) {
      batch.push(document);
      for (const text of textsOf(document).flat()) letters += text.length;
      if (batch.length < buildBatchSize && letters < buildBatchLetters) continue;
      yield batch;
      [batch, letters] = [[], 0];
    }
  if (batch.length > 0) yield batch;
}

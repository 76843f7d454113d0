import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ReadModel } from '@journal/read-models';
import { sleep } from '@journal/service-kit/async';
import { IndexLost, type IndexState, type SearchIndex } from '../search.port.ts';
import type { SearchDocument } from '../search-document.ts';
import { type Connection, createConnection } from './connection.ts';
import { EngineError, isIndexMissing, toTaskError } from './engine-error.ts';
import { prefixOfBuilds } from './keys.ts';
import { indexSettings } from './settings.ts';
import { isTransient, performTask, type TaskLimits } from './tasks.ts';

/** The name of the index, where no other is configured. */
export const defaultIndexUid = 'journal_articles';

/** Nothing but the checkpoint of the index is in Postgres. */
export const meilisearchModel = {
  name: 'meili_search',
  version: 1,
  migrations: { '0001-live-index': 'select 1', '0002-no-record': 'drop table if exists live_index' },
} as const satisfies ReadModel;

export type MeilisearchIndexOptions = {
  /** http://… or https://… */
  readonly url: string;
  /** A key that may manage keys, or one that may do what is needed; none where the server has none. */
  readonly key?: string | undefined;
  /** Letters, digits, - and _. */
  readonly indexUid?: string;
  /** Milliseconds in which a request must be answered; default 10 s. */
  readonly requestTimeout?: number;
  readonly tasks?: Partial<TaskLimits>;
  /** Most of one request. */
  readonly batch?: Partial<BatchLimits>;
};

type BatchLimits = { readonly documents: number; readonly characters: number };

/** A batch of a build has far more documents than a change, and nobody waits for it. */
const buildTimeoutFactor = 4;
/** Milliseconds between two looks at whether the indexes have been swapped. */
const swapPoll = 20;

/** Returns the write side of an index in a Meilisearch 1.50, which makes no request before the first call. */
export function createMeilisearchIndex(options: MeilisearchIndexOptions): SearchIndex {
  const { url, key, indexUid = defaultIndexUid, requestTimeout = 10_000 } = options;
  const closing = new AbortController();
  const to = { url, key, indexUid, requestTimeout, closing: closing.signal };
  const tasks = { timeout: 30_000, attempts: 4, pause: 200, ...options.tasks };
  const batch = { documents: 1_000, characters: 10_000_000, ...options.batch };
  const changer = createConnection('changer', to);
  const builder = createConnection('builder', to);

  /** Settings come first: documents that are there already would be indexed twice. */
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
    for await (const page of documents) {
      for (const part of inBatches(page, batch))
        await perform((client) => client.index(uid).addDocuments(part, { primaryKey: 'id' }));
      count += page.length;
      signal.throwIfAborted();
    }
    const { numberOfDocuments } = await builder.ask((client) => client.index(uid).getStats());
    if (numberOfDocuments !== count)
      throw new Error(`The new index has ${numberOfDocuments} documents instead of ${count}`);
  }

  async function remove(uid: string): Promise<void> {
    await performTask(builder, tasks, (client) => client.deleteIndex(uid)).catch((error: unknown) => {
      if (!isIndexMissing(error)) throw error;
    });
  }

  /** Indexes of builds that died. Two builds at once end each other's, and begin again. */
  async function removeLeftovers(signal: AbortSignal): Promise<void> {
    const { results } = await builder.ask((client) => client.getRawIndexes({ limit: 1_000 }));
    for (const { uid } of results) {
      signal.throwIfAborted();
      if (uid.startsWith(prefixOfBuilds(indexUid))) await remove(uid);
    }
  }

  return {
    async state() {
      return await stateOf(changer);
    },

    async apply({ documents, deletedIds }) {
      try {
        for (const part of inBatches(documents, batch))
          await performTask(changer, tasks, (client) =>
            client.index(indexUid).addDocuments(part, { primaryKey: 'id' }),
          );
        for (const ids of inBatches(deletedIds, batch))
          await performTask(changer, tasks, (client) => client.index(indexUid).deleteDocuments(ids));
      } catch (error) {
        if (isIndexMissing(error))
          throw new IndexLost('Meilisearch has no index of the journal', { cause: error });
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
          await swap(builder, uid, tasks.timeout);
        });
      } finally {
        // By now the index that was replaced, or the one that failed; the next build tries again.
        await remove(uid).catch(() => {});
      }
    },

    async close() {
      closing.abort(new Error('The index has been closed'));
    },
  };
}

async function stateOf({ indexUid, ask }: Connection): Promise<IndexState> {
  try {
    const settings = await ask((client) => client.index(indexUid).getSettings());
    const ours = Object.keys(indexSettings) as (keyof typeof indexSettings)[];
    if (!ours.every((name) => isDeepStrictEqual(settings[name], indexSettings[name])))
      return { kind: 'outdated' };
    const { numberOfDocuments } = await ask((client) => client.index(indexUid).getStats());
    return { kind: 'built', documents: numberOfDocuments };
  } catch (error) {
    if (isIndexMissing(error)) return { kind: 'missing' };
    throw error;
  }
}

/**
 * Gives the index `uid` the name of the live one, and that one, if there is one, the name `uid`. A key for some indexes
 * does not get to see a task of two, so the live index itself is looked at too.
 */
async function swap({ indexUid, ask }: Connection, uid: string, timeout: number): Promise<void> {
  const createdAtOf = (index: string) =>
    ask(async (client) => (await client.getRawIndex(index)).createdAt).catch((error: unknown) => {
      if (isIndexMissing(error) || isTransient(error)) return undefined;
      throw error;
    });
  const [createdAt, live] = [await createdAtOf(uid), await createdAtOf(indexUid)];
  if (createdAt === undefined) throw new Error('The index that was filled is gone');
  const swapped =
    live === undefined
      ? { indexes: [uid, indexUid] as [string, string], rename: true }
      : { indexes: [indexUid, uid] as [string, string], rename: false };
  const { taskUid } = await ask((client) => client.swapIndexes([swapped]));
  const deadline = performance.now() + timeout;
  while ((await createdAtOf(indexUid)) !== createdAt) {
    const task = await ask((client) => client.tasks.getTask(taskUid)).catch((error: unknown) => {
      const isHidden = error instanceof EngineError && error.code === 'task_not_found';
      if (!isHidden && !isTransient(error)) throw error;
    });
    if (task?.status === 'failed' || task?.status === 'canceled') throw toTaskError(task.error, task.status);
    if (performance.now() > deadline) {
      const code = task?.status ?? 'unknown';
      throw new EngineError('Meilisearch did not swap the indexes in time', { code, link: undefined });
    }
    await sleep(swapPoll);
  }
}

/** Yields the items in their order in batches within the limits; one that is too large is a batch of its own. */
function* inBatches<Item>(items: Iterable<Item>, limits: BatchLimits): Generator<Item[], void> {
  let batch: Item[] = [];
  let characters = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    const isFull = batch.length >= limits.documents || characters + size > limits.characters;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(item);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}

import { randomBytes } from 'node:crypto';
import { inTransaction } from '@journal/postgres';
import type pg from 'pg';
import type { SearchDocument } from '../search.port.ts';
import { inBatches } from './batches.ts';
import type { Connection } from './connection.ts';
import { toIndexedDocument } from './document.ts';
import { isIndexMissing } from './engine-error.ts';
import type { FillOptions } from './fill-options.ts';
import { findIndex } from './found-index.ts';
import { prefixOfBuilds } from './keys.ts';
import { indexSettings, settingsHash } from './settings.ts';
import { swapIntoPlace } from './swap-into-place.ts';
import { perform } from './tasks.ts';

type Swapping = (transaction: Pick<pg.Pool, 'query'>) => Promise<void>;

/**
 * Fills a new index beside the live one and gives it its name. The order is the one in which nothing can be lost: in a
 * transaction, `swapping` and the record of the new index, then the swap, then the commit. Where the swap fails, the
 * transaction goes back and the live index stays; where the commit fails, the index is not the one in the record, which
 * `state` and `change` notice, and it is built again.
 */
export async function buildIndex(
  options: FillOptions,
  database: pg.Pool,
  documents: AsyncIterable<readonly SearchDocument[]>,
  swapping: Swapping,
  signal: AbortSignal,
): Promise<void> {
  const { connection, record } = options;
  await removeLeftovers(options, signal);
  const uid = prefixOfBuilds(connection.indexUid) + randomBytes(8).toString('hex');
  try {
    const createdAt = await createEmpty(options, uid, signal);
    const count = await fill(options, uid, documents, signal);
    await checkIsComplete(connection, uid, createdAt, count);
    await inTransaction(database, async (transaction) => {
      await swapping(transaction);
      await record.replace(transaction, { createdAt, settingsHash, documents: count });
      signal.throwIfAborted();
      await swapIntoPlace(connection, options.patience, uid, createdAt);
    });
  } finally {
    // By now the one that was replaced, or the one that did not come to be; the next build tries again.
    await remove(options, uid).catch(() => {});
  }
}

/** Settings come first: documents that are there already would be worked through twice. */
async function createEmpty({ connection, patience }: FillOptions, uid: string, signal: AbortSignal) {
  await perform(connection, patience, (client) => client.createIndex(uid, { primaryKey: 'id' }), signal);
  await perform(connection, patience, (client) => client.index(uid).updateSettings(indexSettings), signal);
  const found = await findIndex(connection, uid);
  if (!found) throw new Error('The index that was to be filled is gone');
  return found.createdAt;
}

/** A batch of a build has far more documents than a change, and nobody waits for it. */
const longerThanAChange = 4;

async function fill(
  { connection, patience, batches }: FillOptions,
  uid: string,
  documents: AsyncIterable<readonly SearchDocument[]>,
  signal: AbortSignal,
): Promise<number> {
  const ofBatches = { ...patience, task: patience.task * longerThanAChange };
  let count = 0;
  for await (const page of documents) {
    for (const batch of inBatches(page.map(toIndexedDocument), batches))
      await perform(
        connection,
        ofBatches,
        (client) => client.index(uid).addDocuments(batch, { primaryKey: 'id' }),
        signal,
      );
    count += page.length;
    signal.throwIfAborted();
  }
  return count;
}

async function checkIsComplete(connection: Connection, uid: string, createdAt: string, count: number) {
  const found = await findIndex(connection, uid);
  if (found?.createdAt !== createdAt) throw new Error('The index that was filled is gone');
  const { numberOfDocuments } = await connection.ask((client) => client.index(uid).getStats());
  if (numberOfDocuments !== count)
    throw new Error(`The new index has ${numberOfDocuments} documents in place of ${count}`);
}

/** Indexes of builds that died. Two builds at once end each other's, and begin again. */
async function removeLeftovers(options: FillOptions, signal: AbortSignal): Promise<void> {
  const { results } = await options.connection.ask((client) => client.getRawIndexes({ limit: 1_000 }));
  const prefix = prefixOfBuilds(options.connection.indexUid);
  for (const { uid } of results)
    if (uid.startsWith(prefix)) {
      signal.throwIfAborted();
      await remove(options, uid);
    }
}

async function remove({ connection, patience }: FillOptions, uid: string): Promise<void> {
  await perform(connection, patience, (client) => client.deleteIndex(uid)).catch((error: unknown) => {
    if (!isIndexMissing(error)) throw error;
  });
}

import { IndexLost } from '../search.port.ts';
import type { Connection } from './connection.ts';
import { isIndexMissing } from './engine-error.ts';

/** What Meilisearch says of an index; `createdAt` goes with it where it is swapped. */
export type FoundIndex = { readonly createdAt: string };

/** Undefined where there is no such index. */
export async function findIndex(connection: Connection, uid: string): Promise<FoundIndex | undefined> {
  try {
    return await connection.ask((client) => client.getRawIndex(uid));
  } catch (error) {
    if (isIndexMissing(error)) return undefined;
    throw error;
  }
}

/** Rejects with `IndexLost` where the index is none, or one that was made at another time. */
export async function checkIsSame(connection: Connection, uid: string, createdAt: string): Promise<void> {
  const found = await findIndex(connection, uid);
  if (!found) throw new IndexLost('Meilisearch has no index of the journal');
  if (found.createdAt !== createdAt) throw new IndexLost("Meilisearch's index is not the one that was built");
}

/** Rejects with `IndexLost` in place of what Meilisearch says of an index that it does not have. */
export async function lostWhereMissing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isIndexMissing(error))
      throw new IndexLost('Meilisearch has no index of the journal', { cause: error });
    throw error;
  }
}

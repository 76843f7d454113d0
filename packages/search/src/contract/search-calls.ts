import { writeAlone } from '@journal/postgres';
import type { SearchDocument } from '../search.port.ts';
import { type Search, sampleDocument } from './opened-search.ts';

/** The calls that the tests make of an index. */
export function searchCalls(search: Search) {
  const ids = async (text: string, limit = 5, offset = 0) =>
    (await search().engine.search({ text, limit, offset })).map(({ id }) => id);

  async function change(documents: readonly SearchDocument[], gone: readonly number[] = []): Promise<void> {
    const { index, engine, pool } = search();
    const writes = await index.change(pool, { documents, gone });
    if (writes.length > 0) await writeAlone(pool, writes);
    engine.indexChanged();
  }

  /** The index has these documents afterwards, and no other. */
  async function fill(
    given: readonly Parameters<typeof sampleDocument>[0][],
    swapping: () => Promise<void> = async () => {},
  ): Promise<void> {
    const { index, engine, pool } = search();
    await index.build(pool, batches(given.map(sampleDocument)), swapping, new AbortController().signal);
    engine.indexChanged();
  }

  return { ids, change, fill };
}

export async function* batches(
  documents: readonly SearchDocument[],
  size = 500,
): AsyncGenerator<readonly SearchDocument[], void> {
  for (let from = 0; from < documents.length; from += size) yield documents.slice(from, from + size);
}

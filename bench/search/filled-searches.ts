import process from 'node:process';
import { createPool } from '@journal/postgres';
import { schemaOf } from '@journal/read-models';
import {
  openSearchEngine,
  openSearchIndex,
  parseQuery,
  type SearchDocument,
  type SearchEngine,
  searchModelOf,
} from '@journal/search';
import { until } from '@journal/testing';
import type { BenchContext } from '../bench.ts';

export type FilledSearch = {
  /** Of the engine, for a figure's name. */
  readonly name: string;
  readonly engine: SearchEngine;
  readonly buildSeconds: number;
  /** Of all that is kept in Postgres. */
  readonly bytesInPostgres: number;
};

const batchSize = 500;

async function* batches(documents: Iterable<SearchDocument>) {
  let batch: SearchDocument[] = [];
  for (const document of documents) {
    batch.push(document);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Builds an index of the documents on every engine there is: the embedded one, and the Meilisearch of MEILISEARCH_TEST_URL. */
export async function* filledSearches(
  { startPostgres, defer, say }: BenchContext,
  documents: Iterable<SearchDocument>,
): AsyncGenerator<FilledSearch, void> {
  const { MEILISEARCH_TEST_URL: searchUrl, MEILISEARCH_TEST_KEY: searchKey } = process.env;
  const engines = [
    { name: 'embedded', where: {} },
    ...(searchUrl ? [{ name: 'Meilisearch', where: { searchUrl, searchKey } }] : []),
  ];
  for (const { name, where } of engines) {
    const pool = createPool(await startPostgres(), { applicationName: 'bench' });
    defer(() => pool.end());
    const index = openSearchIndex({ ...where, pool });
    const schema = schemaOf(searchModelOf(where));
    const engine = openSearchEngine({ ...where, pool });
    defer(async () => {
      await engine.close();
      await index.close();
    });
    say(`${name}: building …`);
    const from = performance.now();
    await index.build(batches(documents), (swap) => swap(), new AbortController().signal);
    const buildSeconds = (performance.now() - from) / 1_000;
    const { rows } = await pool.query<{ bytes: string }>(
      `select coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) as bytes
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname = $1 and relkind in ('r', 'S')`,
      [schema],
    );
    engine.start();
    await until(() => engine.search(parseQuery('a'), { limit: 1, offset: 0 }, AbortSignal.timeout(30_000)));
    yield { name, engine, buildSeconds, bytesInPostgres: Number(rows[0]?.bytes ?? 0) };
  }
}

import type pg from 'pg';
import { createMeilisearchEngine } from './meilisearch/meilisearch-engine.ts';
import { createMeilisearchIndex } from './meilisearch/meilisearch-index.ts';
import { createPostgresSearchEngine } from './postgres/postgres-engine.ts';
import { createPostgresSearchIndex } from './postgres/postgres-index.ts';
import type { SearchEngine, SearchIndex } from './search.port.ts';

type Where = {
  /** A Meilisearch, http://… or https://…; Postgres where there is none. */
  readonly searchUrl?: string | undefined;
  /** A key of that Meilisearch that may manage keys, or one that may do what is needed. */
  readonly searchKey?: string | undefined;
};

/** The side of the index that is filled, on the engine that the configuration names. */
export function openSearchIndex({ searchUrl, searchKey }: Where): SearchIndex {
  return searchUrl === undefined
    ? createPostgresSearchIndex()
    : createMeilisearchIndex({ url: searchUrl, key: searchKey });
}

/** The side that answers, on the same engine. `pool` reads Postgres, where that is the engine. */
export function openSearchEngine({
  searchUrl,
  searchKey,
  pool,
}: Where & { readonly pool: Pick<pg.Pool, 'query'> }): SearchEngine {
  return searchUrl === undefined
    ? createPostgresSearchEngine({ pool })
    : createMeilisearchEngine({ url: searchUrl, key: searchKey });
}

import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';
import { createEmbeddedEngine } from './embedded/embedded-engine.ts';
import { createEmbeddedIndex } from './embedded/embedded-index.ts';
import { searchModel } from './embedded/search.model.ts';
import { createMeilisearchEngine } from './meilisearch/meilisearch-engine.ts';
import { createMeilisearchIndex, meilisearchModel } from './meilisearch/meilisearch-index.ts';
import type { SearchEngine, SearchIndex } from './search.port.ts';

export type SearchConfig = {
  /** URL of a Meilisearch server, http://… or https://…; the embedded engine is used if there is none. */
  readonly searchUrl?: string | undefined;
  /** A Meilisearch key that may manage keys, or one with the required actions. */
  readonly searchKey?: string | undefined;
  /** Pool of the database that contains the embedded index. */
  readonly pool: pg.Pool;
  /** Called if there are too many articles for the configured engine. */
  readonly warn?: (warning: string) => void;
};

/** Returns the read model whose checkpoint records the progress of the configured index. */
export function searchModelOf({ searchUrl }: Pick<SearchConfig, 'searchUrl'>): ReadModel {
  return searchUrl === undefined ? searchModel : meilisearchModel;
}

/** Returns the write side of the configured index. */
export function openSearchIndex({ searchUrl, searchKey, pool }: SearchConfig): SearchIndex {
  return searchUrl === undefined
    ? createEmbeddedIndex({ pool })
    : createMeilisearchIndex({ url: searchUrl, key: searchKey });
}

/** Returns the read side of the configured index. */
export function openSearchEngine({ searchUrl, searchKey, pool, warn }: SearchConfig): SearchEngine {
  return searchUrl === undefined
    ? createEmbeddedEngine({ pool, warn })
    : createMeilisearchEngine({ url: searchUrl, key: searchKey });
}

import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';
import { createEmbeddedEngine } from './embedded/embedded-engine.ts';
import { createEmbeddedIndex } from './embedded/embedded-index.ts';
import { searchModel } from './embedded/search.model.ts';
import { createMeilisearchEngine } from './meilisearch/meilisearch-engine.ts';
import { createMeilisearchIndex, meilisearchModel } from './meilisearch/meilisearch-index.ts';
import type { SearchEngine, SearchIndex } from './search.port.ts';

export type SearchConfig = {
  /** A Meilisearch, http://… or https://…; the embedded engine where there is none. */
  readonly searchUrl?: string | undefined;
  /** A key of that Meilisearch that may manage keys, or one that may do what is needed. */
  readonly searchKey?: string | undefined;
  /** Of the database that the embedded index is in. */
  readonly pool: pg.Pool;
  /** Is told where the articles have become too many for the configured engine. */
  readonly warn?: (warning: string) => void;
};

/** Returns the read model whose checkpoint says how far the configured index is. */
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

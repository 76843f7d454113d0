import type { SearchDocument, SearchHit } from './search-document.ts';
import type { ParsedQuery } from './text/parse-query.ts';

/** A batch of changes: documents as they are now, and the ids of those to be removed. */
export type IndexChange = {
  readonly documents: readonly SearchDocument[];
  readonly deletedIds: readonly number[];
};

/** What is there of an index. */
export type IndexState =
  /** No index, or one that was never built. */
  | { readonly kind: 'missing' }
  /** An index that other settings have made. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'built'; readonly documents: number };

/**
 * The write side of an index. One caller at a time: who calls holds the projection's checkpoint, which fences off
 * earlier leaders. Every method may be repeated, and rejects where the engine is unavailable.
 */
export type SearchIndex = {
  /** Reads what is there and changes nothing. */
  state(): Promise<IndexState>;
  /**
   * Resolves when the change can be found. Rejects with `IndexLost` where there is no index to change; it may then be
   * applied in part.
   */
  apply(change: IndexChange): Promise<void>;
  /**
   * Builds a whole index from `documents`, each given once, beside the live one, which answers until `swap` has put the
   * new one in its place. `publish` is called when all is ready and has to call `swap`, which resolves when the new
   * index answers; where it rejects first, the live index stays.
   */
  build(
    documents: AsyncIterable<readonly SearchDocument[]>,
    publish: (swap: () => Promise<void>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Calls that wait for the engine reject. */
  close(): Promise<void>;
};

/** There is no index to change; it has to be built again. */
export class IndexLost extends Error {
  override readonly name = 'IndexLost';
}

export type SearchPage = {
  /** 1 to 100. */
  readonly limit: number;
  /** Hits to skip; 0 to 200. */
  readonly offset: number;
};

/** The read side of an index. */
export type SearchEngine = {
  /**
   * Resolves with the best hits first, as they are once every change applied before the call can be found; with none
   * where the query has no word. Rejects with `SearchUnavailable` where the engine is unavailable, or does not answer
   * before `signal` is aborted.
   */
  search(query: ParsedQuery, page: SearchPage, signal: AbortSignal): Promise<readonly SearchHit[]>;
  /** Begins what makes the first search fast. */
  start(): void;
  close(): Promise<void>;
};

/** The engine is unavailable, or too slow to wait for. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}

import type { SearchDocument, SearchHit } from './search-document.ts';
import type { ParsedQuery } from './text/parse-query.ts';

/** A batch of changes: current versions of documents, and the IDs of documents to remove. */
export type IndexChange = {
  readonly documents: readonly SearchDocument[];
  readonly deletedIds: readonly number[];
};

/** State of an index. */
export type IndexState =
  /** No index, or one that was never built. */
  | { readonly kind: 'missing' }
  /** An index built with other settings. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'built'; readonly documents: number };

/**
 * The write side of an index. Must have a single caller at a time: the holder of the projection's checkpoint, which
 * fences off earlier leaders. Every method is idempotent and rejects if the engine is unavailable.
 */
export type SearchIndex = {
  /** Reads the state without changing anything. */
  state(): Promise<IndexState>;
  /**
   * Resolves when the change can be found. Rejects with `IndexLost` if there is no index to change; the change may then
   * have been applied in part. Rejects with the signal's reason, and sends nothing more, once the signal is aborted: the
   * change may be outdated by then.
   */
  apply(change: IndexChange, signal?: AbortSignal): Promise<void>;
  /**
   * Builds a complete index from `documents`, each given once, beside the live one, which serves searches until `swap`
   * has replaced it. `publish` is called when the new index is ready and must call `swap`, which resolves when the new
   * index serves searches. If `publish` rejects first, the live index stays.
   */
  build(
    documents: AsyncIterable<readonly SearchDocument[]>,
    publish: (swap: () => Promise<void>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Rejects calls that are waiting for the engine. */
  close(): Promise<void>;
};

/** There is no index to change; it must be rebuilt. */
export class IndexLost extends Error {
  override readonly name = 'IndexLost';
}

export type SearchPage = {
  /** Maximum hits, 1 to 100. */
  readonly limit: number;
  /** Hits to skip; 0 to 200. */
  readonly offset: number;
};

/** The read side of an index. */
export type SearchEngine = {
  /**
   * Resolves with the hits, best first; none if the query has no word. Includes every change whose `apply` resolved
   * before the call. Rejects with `SearchUnavailable` if the engine is unavailable or does not respond before `signal`
   * is aborted.
   */
  search(query: ParsedQuery, page: SearchPage, signal: AbortSignal): Promise<readonly SearchHit[]>;
  /** Starts warming up, so that the first search is fast. */
  start(): void;
  close(): Promise<void>;
};

/** The engine is unavailable, or too slow to wait for. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}

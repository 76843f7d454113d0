import { abortable } from '@journal/service-kit/async';
import { type SearchEngine, SearchUnavailable } from '../search.port.ts';
import type { SearchHit } from '../search-document.ts';
import type { ParsedQuery } from '../text/parse-query.ts';
import { createConnection } from './connection.ts';
import { defaultIndexUid } from './meilisearch-index.ts';
import { indexSettings } from './settings.ts';

export type MeilisearchEngineOptions = {
  /** http://… or https://… */
  readonly url: string;
  /** A key that may manage keys, or one that may search; none where the server has none. */
  readonly key?: string | undefined;
  readonly indexUid?: string;
};

/** Milliseconds after which a request for a key fails, so that later searches make another. */
const requestTimeout = 1_000;

/** Returns the read side of an index in Meilisearch. */
export function createMeilisearchEngine(options: MeilisearchEngineOptions): SearchEngine {
  const { url, key, indexUid = defaultIndexUid } = options;
  const connection = createConnection('searcher', { url, key, indexUid, requestTimeout });
  const closing = new AbortController();

  const ask = (q: string, page: { limit: number; offset: number }, signal: AbortSignal) =>
    connection.ask((client) =>
      client.index<SearchHit>(indexUid).search(q, { ...page, matchingStrategy: 'all' }, { signal }),
    );

  return {
    async search({ text, variants }, page, signal) {
      if (variants.length === 0) return [];
      const either = AbortSignal.any([signal, closing.signal]);
      try {
        const words = plainWords(text);
        const found = await abortable(ask(words.join(', '), page, either), either);
        if (found.estimatedTotalHits > 0 || words.length === 1) return found.hits.map(checkHit);
        // Meilisearch also looks for words that are parted by a space, and not by a comma, as if they were one.
        return (await abortable(ask(words.join(' '), page, either), either)).hits.map(checkHit);
      } catch (error) {
        throw new SearchUnavailable(reasonOf(error, either), { cause: error });
      }
    },
    start() {},
    async close() {
      closing.abort();
    },
  };
}

/** Splits at spaces, and takes out the signs of Meilisearch's syntax: quotes, and a minus before a word. */
function plainWords(text: ParsedQuery['text']): string[] {
  return text
    .toWellFormed()
    .replaceAll(/["\ufffd]/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^-+/, ''))
    .filter(Boolean);
}

function checkHit(hit: SearchHit): SearchHit {
  const { id, title, createdAt } = hit;
  if (typeof id !== 'number' || typeof title !== 'string' || typeof createdAt !== 'string')
    throw new Error('Meilisearch has something else than articles in the index');
  return Object.fromEntries(indexSettings.displayedAttributes.map((name) => [name, hit[name]])) as never;
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'Meilisearch has not answered in time';
  return error instanceof Error ? error.message : 'Meilisearch gave no answer';
}

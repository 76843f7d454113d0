import { abortable } from '@journal/service-kit/async';
import { type SearchEngine, SearchUnavailable } from '../search.port.ts';
import type { SearchHit } from '../search-document.ts';
import type { ParsedQuery } from '../text/parse-query.ts';
import { createConnection, type MeilisearchOptions } from './connection.ts';
import { indexSettings } from './settings.ts';

/** Milliseconds after which a request for a key fails, so that later searches make another. */
const requestTimeout = 1_000;

/** Returns the read side of an index in Meilisearch. */
export function createMeilisearchEngine(options: MeilisearchOptions): SearchEngine {
  const { indexUid, ask } = createConnection('searcher', { requestTimeout, ...options });
  const closing = new AbortController();

  const find = (q: string, page: { limit: number; offset: number }, signal: AbortSignal) =>
    ask((client) =>
      client.index<SearchHit>(indexUid).search(q, { ...page, matchingStrategy: 'all' }, { signal }),
    );

  return {
    async search({ text, variants }, page, signal) {
      if (variants.length === 0) return [];
      const either = AbortSignal.any([signal, closing.signal]);
      try {
        const words = plainWords(text);
        const found = await abortable(find(words.join(', '), page, either), either);
        if (found.estimatedTotalHits > 0 || words.length === 1) return found.hits.map(checkHit);
        // Meilisearch also looks for words that are parted by a space, and not by a comma, as if they were one.
        return (await abortable(find(words.join(' '), page, either), either)).hits.map(checkHit);
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

import { abortable } from '@journal/service-kit/async';
import type { SearchParams } from 'meilisearch';
import { type SearchEngine, type SearchPage, SearchUnavailable } from '../search.port.ts';
import type { SearchHit } from '../search-document.ts';
import type { ParsedQuery } from '../text/parse-query.ts';
import { soundOf } from '../text/sound.ts';
import { createConnection, type MeilisearchOptions } from './connection.ts';
import { hasCode } from './engine-error.ts';
import { indexSettings, searchedAttributes } from './settings.ts';

/** Milliseconds after which a request for a key fails, so that later searches make a new one. */
const requestTimeout = 1_000;

/** Returns the read side of an index in Meilisearch. */
export function createMeilisearchEngine(options: MeilisearchOptions): SearchEngine {
  const { indexUid, ask } = createConnection('searcher', { requestTimeout, ...options });
  const closing = new AbortController();

  const find = (question: SearchParams, page: SearchPage, signal: AbortSignal) =>
    ask((client) => client.index<SearchHit>(indexUid).search(null, { ...question, ...page }, { signal }));

  return {
    async search(query, page, signal) {
      const either = AbortSignal.any([signal, closing.signal]);
      try {
        for (const question of questionsOf(query)) {
          const { hits, estimatedTotalHits } = await abortable(find(question, page, either), either);
          if (estimatedTotalHits > 0) return hits.map(checkHit);
        }
        return [];
      } catch (error) {
        // The index of an earlier version, which has no sounds, serves searches until a new one is built.
        if (hasCode(error, 'invalid_search_attributes_to_search_on')) return [];
        throw new SearchUnavailable(reasonOf(error, either), { cause: error });
      }
    },
    start() {},
    async close() {
      closing.abort();
    },
  };
}

/** Yields the queries to send to Meilisearch one after the other, until one finds something. */
function* questionsOf({ text, variants }: ParsedQuery): Generator<SearchParams, void> {
  const [parts] = variants;
  if (parts === undefined) return;
  const { texts, sounds } = searchedAttributes;
  const matchingStrategy = 'all';
  const words = plainWords(text);
  yield { q: words.join(', '), attributesToSearchOn: texts, matchingStrategy };
  // Meilisearch also tries words separated by a space, but not by a comma, as a single word.
  if (words.length > 1) yield { q: words.join(' '), attributesToSearchOn: texts, matchingStrategy };
  yield { q: parts.map(soundOf).join(', '), attributesToSearchOn: sounds, matchingStrategy };
}

/** Splits at spaces and removes Meilisearch's query syntax: quotes, and a minus before a word. */
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
    throw new Error('The Meilisearch index contains something other than articles');
  return Object.fromEntries(indexSettings.displayedAttributes.map((name) => [name, hit[name]])) as never;
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'Meilisearch did not respond in time';
  return error instanceof Error ? error.message : 'Meilisearch did not respond';
}

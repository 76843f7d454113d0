import { type SearchEngine, SearchUnavailable } from '../search.port.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { createConnection } from './connection.ts';
import { findCandidates } from './find-candidates.ts';
import { meilisearchModel } from './meilisearch.model.ts';
import { defaultIndexUid } from './meilisearch-index.ts';
import { rankCandidates } from './rank-candidates.ts';

export type MeilisearchEngineOptions = {
  /** http://… or https://… */
  readonly url: string;
  /** A key that may manage keys, or one that may search; none where the server has none. */
  readonly key?: string | undefined;
  readonly indexUid?: string;
  /** Milliseconds in which a question must be answered; default 1,500. */
  readonly timeout?: number;
};

/** Asks a Meilisearch. Whatever is no answer is `SearchUnavailable`, and the next question asks again. */
export function createMeilisearchEngine(options: MeilisearchEngineOptions): SearchEngine {
  const { url, key, indexUid = defaultIndexUid, timeout = 1_500 } = options;
  // A key that is not answered for must have failed before the question that waits for it is over.
  const connection = createConnection('searcher', { url, key, indexUid, requestTimeout: (timeout * 2) / 3 });
  const closing = new AbortController();

  async function answered<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeout)]);
    try {
      // The key may have to be made first, which knows nothing of the signal.
      return await unlessAborted(signal, ask(signal));
    } catch (error) {
      throw new SearchUnavailable(reasonOf(error), { cause: error });
    }
  }

  return {
    model: meilisearchModel,
    async search(question) {
      const candidates = await answered((signal) => findCandidates(connection, question, signal));
      return rankCandidates(candidates, question);
    },
    indexChanged() {},
    onCaughtUp() {},
    async check() {
      await answered((signal) => findCandidates(connection, { text: 'a', limit: 1, offset: 0 }, signal));
    },
    start() {},
    async close() {
      closing.abort();
    },
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException) return 'Meilisearch has not answered in time';
  return error instanceof Error ? error.message : 'Meilisearch gave no answer';
}

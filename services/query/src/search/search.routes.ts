import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { defaultSearchLimit, maxSearchPage, type SearchQuery, topics } from '@journal/contracts';
import { createPool } from '@journal/postgres';
import { schemaOf } from '@journal/read-models';
import {
  createHighlighter,
  type Highlighter,
  openSearchEngine,
  type ParsedQuery,
  parseQuery,
  type SearchEngine,
  type SearchHit,
  SearchUnavailable,
  searchModelOf,
} from '@journal/search';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { abortable } from '@journal/service-kit/async';
import pLimit from 'p-limit';
import { createArticlesStore } from '../article/articles.store.ts';
import { isUnavailable, type Resource } from '../resource.ts';
import { type FinishedResponse, nextLink, responseOf, sendResponse } from '../response/response.ts';
import { type CachedResponse, createResponseCache } from '../response/response-cache.ts';
import { registerSearchMetrics } from './search.monitor.ts';
import { toSearchResult, withPassages } from './search-result.ts';

type SearchParameters = ReturnType<typeof parametersOf>;

/** Milliseconds from the start of the request. The rest of 2 s is for sending the response to the reader. */
const searchDeadline = 1_750;
/** Part of the deadline that may be spent waiting for the reader's own writes, in milliseconds. */
const maxWait = 700;
const cacheBytes = 4 * 1024 * 1024;
/** Few at the same time, so that a flood of searches does not starve other requests. */
const [concurrency, maxQueued] = [2, 64];
const nothing: FinishedResponse = responseOf('[]');

/**
 * Returns the resource of `GET /api/search`, with `given` instead of the engine that the configuration names. It
 * answers before its deadline whatever the engine does, with 503 if it must. Equal searches share the first one's work
 * and deadline. Until the index has been complete once, it can't answer that nothing was found. It returns no article
 * that readers no longer see, even if the index still has it.
 */
export const searchRoutes =
  (given?: SearchEngine): Resource =>
  async (app, { config, tracker, metrics, articlesModel }) => {
    // A separate pool: slow searches must not take connections from other reads.
    const pool = createPool(config.DATABASE_URL, {
      applicationName: 'journal query search',
      max: 4,
      // A silent connection is abandoned when no request waits for it any more.
      queryTimeout: searchDeadline,
      onIdleError: (error) => app.log.warn({ err: error }, 'search database connection lost'),
    });
    const options = { searchUrl: config.SEARCH_URL, searchKey: config.SEARCH_KEY, pool };
    const engine = given ?? openSearchEngine({ ...options, warn: (warning) => app.log.warn(warning) });
    const searchModel = tracker.model(schemaOf(searchModelOf(options)));
    const articles = createArticlesStore(pool);
    const figures = registerSearchMetrics(metrics, articlesModel, searchModel);
    const cache = createResponseCache(searchModel, cacheBytes, [articlesModel]);
    const limiter = pLimit(concurrency);
    app.addHook('onReady', async () => engine.start());
    app.addHook('onClose', async () => {
      await engine.close();
      await pool.end();
    });

    /**
     * Resolves with the hits as they are in the articles' tables, without those that readers no longer see. The index
     * lags for as long as it is rebuilt or its engine refuses changes, and nobody must then find a piece, a name or a
     * detail that its writer has taken back. A search for a former name must not tell whose piece it was either.
     */
    async function asShown(hits: readonly SearchHit[], highlight: Highlighter): Promise<SearchHit[]> {
      const cards = await articles.cardsOf(hits.map(({ id }) => id));
      return hits.flatMap(({ id, authorName }) => {
        const card = cards.get(id);
        if (!card) return [];
        const isFormer = authorName !== null && authorName !== card.authorName;
        return isFormer && highlight(authorName).length > 0 ? [] : [card];
      });
    }

    async function load(
      parameters: SearchParameters,
      query: ParsedQuery,
      signal: AbortSignal,
    ): Promise<FinishedResponse> {
      const { limit, page, isWithPassages } = parameters;
      const hits = { limit: limit + 1, offset: (page - 1) * limit };
      const found = await figures.timed(engine.search(query, hits, signal));
      const highlight = createHighlighter(query);
      const shownHits = await asShown(found.slice(0, limit), highlight);
      const results = shownHits.map((hit) => toSearchResult(hit, highlight));
      const shown = isWithPassages ? await withPassages(results, articles.contents, highlight) : results;
      const isMore = found.length > limit && page < maxSearchPage;
      const next = { q: parameters.text, limit, page: page + 1, passages: isWithPassages ? 1 : undefined };
      return responseOf(JSON.stringify(shown), isMore ? nextLink('/api/search', next) : undefined);
    }

    /**
     * Runs `work` when a slot is free, unless nobody waits for it any more. Rejects immediately if the queue is full.
     */
    async function limited<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      if (limiter.pendingCount >= maxQueued) throw new SearchUnavailable('Too many searches at once');
      const running = limiter(async () => {
        await yieldToEventLoop();
        signal.throwIfAborted();
        return abortable(work(), signal);
      });
      return abortable(running, signal);
    }

    async function search(parameters: SearchParameters, signal: AbortSignal): Promise<CachedResponse> {
      const query = parseQuery(parameters.text);
      if (query.variants.length === 0) return { response: nothing, position: searchModel.position };
      const key = JSON.stringify(Object.values(parameters));
      const cached = cache.get(key);
      if (cached) return cached;
      if (!searchModel.ready)
        throw new SearchUnavailable(`The search index is not ready: ${searchModel.notReadyReason}`);
      const loading = () => limited(() => load(parameters, query, signal), signal);
      // Any change of the index, whatever its topics, may change any response.
      return abortable(cache.load({ key, topics: [topics.everything], load: loading }), signal);
    }

    const reads = [searchModel];
    registerRoute(app, 'GET /api/search', { config: { reads, maxWait } }, async (request, reply) => {
      try {
        const left = Math.max(1, Math.round(searchDeadline - reply.elapsedTime));
        const given = await search(parametersOf(request.query), AbortSignal.timeout(left));
        figures.answered(given.response.body.length > nothing.body.length ? 'found' : 'nothing');
        return await sendResponse(request, reply, given);
      } catch (error) {
        figures.answered('failed');
        if (!isUnavailable(error)) throw error;
        // Not the request's logger: this one limits how often failures are logged.
        app.log.warn({ err: error, dependency: 'search' }, 'search failed');
        throw new ProblemError('search-unavailable', { headers: { 'retry-after': '1' } });
      }
    });
  };

function parametersOf({ q = '', limit, page, passages }: SearchQuery) {
  return {
    text: q.trim(),
    limit: Number(limit ?? defaultSearchLimit),
    page: Number(page ?? 1),
    isWithPassages: passages === '1',
  };
}

import { defaultSearchLimit, maxSearchPage, type SearchQuery, topics } from '@journal/contracts';
import { createMatcher, type Matcher, type SearchEngine, SearchUnavailable, within } from '@journal/search';
import { registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import type { ArticlesStore } from '../article/articles.store.ts';
import { type FinishedResponse, responseOf, sendResponse } from '../response/response.ts';
import { type CachedResponse, createResponseCache } from '../response/response-cache.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { createOutageLog } from './outage-log.ts';
import type { SearchFigures } from './search.metrics.ts';
import { searchFailure } from './search-failure.ts';
import { toSearchResult, withPassages } from './search-result.ts';
import { createTurns } from './turns.ts';
import { wholeSide } from './whole-side.ts';

export type SearchParts = {
  readonly engine: Pick<SearchEngine, 'search' | 'onCaughtUp'>;
  /** Of the index. */
  readonly searchSide: TrackedModel;
  readonly articles: Pick<ArticlesStore, 'contents'>;
  readonly figures: SearchFigures;
};
type Asked = {
  readonly text: string;
  readonly limit: number;
  readonly page: number;
  readonly isWithPassages: boolean;
};

const keptBytes = 4 * 1024 * 1024;
/** Milliseconds from the request on; what comes after is for the way to the reader, who has an answer within 2 s. */
const longestAnswer = 1_750;
/** Less than that, so that whoever asks again does not find the asking that has just failed. */
const longestAsking = 1_600;
/** As much of that as is spent on waiting for the reader's own writes. */
const maxWait = 700;
/** So few that a flood of searches leaves the process to those who read, write and sign in. */
const busiest = { atOnce: 2, mostWaiting: 64, patience: longestAsking };
const nothing: FinishedResponse = responseOf('[]');

/**
 * `GET /api/search`: answers within 2 s whatever the engine does, with 503 where it does not; the asking goes on for
 * those who come later. Until the index has been whole once it can't say that nothing is there.
 */
export function registerSearch(app: Server, parts: SearchParts): void {
  const { engine, searchSide, articles, figures } = parts;
  const answers = createResponseCache(wholeSide(searchSide, engine), keptBytes);
  const turns = createTurns(busiest);
  const outages = createOutageLog();

  async function ask(
    { text, limit, page, isWithPassages }: Asked,
    { matchesIn }: Matcher,
  ): Promise<FinishedResponse> {
    const question = { text, limit: limit + 1, offset: (page - 1) * limit };
    const found = await figures.timed(engine.search(question));
    outages.answered(app.log);
    const results = found.slice(0, limit).map((hit) => toSearchResult(hit, matchesIn));
    const shown = isWithPassages ? await withPassages(results, articles.contents, matchesIn) : results;
    const isMore = found.length > limit && page < maxSearchPage;
    return responseOf(
      JSON.stringify(shown),
      isMore ? nextPage({ text, limit, page, isWithPassages }) : undefined,
    );
  }

  function give(asked: Asked, matcher: Matcher): CachedResponse | Promise<CachedResponse> {
    const key = JSON.stringify(Object.values(asked));
    const cached = answers.get(key);
    if (cached) return cached;
    if (!searchSide.ready) throw new SearchUnavailable(`The index is not there yet: ${searchSide.waitsFor}`);
    // An asking that never ends must not be what later ones wait for.
    return answers.load({
      key,
      topics: [topics.everything],
      load: () =>
        within(
          longestAsking,
          turns.take(() => within(longestAsking, ask(asked, matcher))),
        ),
    });
  }

  async function search(query: SearchQuery, reply: FastifyReply): Promise<CachedResponse> {
    const asked = askedBy(query);
    const matcher = createMatcher(asked.text);
    if (matcher.words.length === 0) return { response: nothing, position: searchSide.position };
    const left = longestAnswer - reply.elapsedTime;
    return within(left, Promise.resolve(give(asked, matcher)));
  }

  registerRoute(
    app,
    'GET /api/search',
    { config: { reads: [searchSide], maxWait } },
    async (request, reply) => {
      try {
        const given = await search(request.query, reply);
        figures.answered(given.response.body.length > nothing.body.length ? 'found' : 'nothing');
        return await sendResponse(request, reply, given);
      } catch (error) {
        figures.answered('failed');
        const failure = searchFailure(error);
        if (!failure) throw error;
        outages.failed(error, request.log);
        throw failure;
      }
    },
  );
}

function askedBy({ q = '', limit, page, passages }: SearchQuery): Asked {
  return {
    text: q.trim(),
    limit: Number(limit ?? defaultSearchLimit),
    page: Number(page ?? 1),
    isWithPassages: passages === '1',
  };
}

function nextPage({ text, limit, page, isWithPassages }: Asked): string {
  const query = new URLSearchParams({
    q: text,
    limit: `${limit}`,
    page: `${page + 1}`,
    ...(isWithPassages ? { passages: '1' } : {}),
  });
  return `</api/search?${query}>; rel="next"`;
}

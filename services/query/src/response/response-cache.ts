import { topicsHeader, topicsTouch } from '@journal/contracts';
import { loggedPath, type Metrics } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { type FinishedResponse, sendResponse, topicsOf } from './response.ts';

/** A response and the position of the state that it shows. */
export type CachedResponse = { readonly response: FinishedResponse; readonly position: string };

/** What a route has learnt about a URL, for all requests without a session. */
export type KnownUrl = {
  /** Key of the cached response. */
  readonly key: string;
  /** Names in metrics and logs. */
  readonly route: string;
  readonly path: string;
  /** The route's topics, as in their header, for responses without their own. */
  readonly topics: string;
};

type Query = {
  /** The same for equal queries, however they were written. */
  readonly key: string;
  /** Topics of the changes that make the response stale; `*`: any change. */
  readonly topics: readonly string[];
  /** Reads the tables. */
  readonly load: () => Promise<FinishedResponse>;
};

const overhead = 500;
const maxUrls = 5_000;
const maxUrlLength = 300;

/**
 * Returns a cache of at most `maxBytes`. It never sends a stale response: as soon as a change is received, it drops
 * the cached responses and the loads in flight that the change affects, before the read model reports the change's
 * position. A dropped load still answers the requests that joined it before the change; its result is not cached.
 * While changes can't be received, nothing is sent from the cache. Changes of the `others` that the responses also read
 * drop them, too.
 */
export function createResponseCache(
  model: Pick<TrackedModel, 'position' | 'isTrusted' | 'renewTrust' | 'onStale'>,
  maxBytes: number,
  others: readonly Pick<TrackedModel, 'onStale'>[] = [],
) {
  const inFlight = new Map<string, Pick<Query, 'topics'> & { readonly loaded: Promise<CachedResponse> }>();
  const stats = { hits: 0, misses: 0 };

  const cached = new LRUCache<string, Pick<Query, 'topics'> & { readonly response: FinishedResponse }>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ response }) => response.body.length + overhead,
  });

  const urls = new LRUCache<string, KnownUrl>({ max: maxUrls });

  function drop(changed: readonly string[]) {
    const stale = new Set(changed);
    for (const entries of [inFlight, cached])
      for (const [key, entry] of [...entries.entries()])
        if (topicsTouch(stale, entry.topics)) entries.delete(key);
  }
  for (const each of [model, ...others]) each.onStale(drop);

  async function load(query: Query, isCurrent: () => boolean): Promise<CachedResponse> {
    const { position } = model;
    try {
      const [response] = await Promise.all([query.load(), model.renewTrust()]);
      if (isCurrent() && model.isTrusted())
        cached.set(query.key, { response, topics: response.topics ?? query.topics });
      return { response, position };
    } finally {
      if (isCurrent()) inFlight.delete(query.key);
    }
  }

  return {
    /** Returns the cached response if there is one that may be sent and that `wanted` accepts. */
    get(key: string, wanted: (response: CachedResponse) => boolean = () => true): CachedResponse | undefined {
      const found = model.isTrusted() ? cached.get(key) : undefined;
      if (!found) return undefined;
      const current = { response: found.response, position: model.position };
      if (!wanted(current)) return undefined;
      stats.hits++;
      return current;
    },
    /** Resolves with the current response. Equal queries in flight share one load. */
    async load(query: Query): Promise<CachedResponse> {
      const current = inFlight.get(query.key);
      if (current) {
        // No change has dropped this load so far, so it shows this position as well.
        const { position } = model;
        return { ...(await current.loaded), position };
      }
      stats.misses++;
      const loaded: Promise<CachedResponse> = load(query, () => inFlight.get(query.key)?.loaded === loaded);
      inFlight.set(query.key, { topics: query.topics, loaded });
      return loaded;
    },
    /** Returns what is known about a URL, for at most the last 5,000 URLs. */
    known: (url: string): KnownUrl | undefined => urls.get(url),
    /** Remembers a URL whose request is valid for anybody. */
    remember(url: string, known: KnownUrl): void {
      if (url.length <= maxUrlLength) urls.set(url, known);
    },
    stats: () => ({ ...stats, bytes: cached.calculatedSize }),
  };
}

/** Finished responses, kept until a change makes them stale. */
export type ResponseCache = ReturnType<typeof createResponseCache>;

/** Sends the response cached under `key`, or else the one that `load` reads. Its topics are its own or the route's. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: ResponseCache,
  { key, load }: { readonly key: string; readonly load: () => Promise<FinishedResponse> },
) {
  const cached = cache.get(key) ?? (await cache.load({ key, topics: topicsOf(request), load }));
  const { topics } = cached.response;
  if (topics) reply.header(topicsHeader, topics.join(' '));
  const { url: route = '' } = request.routeOptions;
  if (!cache.known(request.url))
    cache.remember(request.url, {
      key,
      route,
      path: loggedPath(request),
      topics: topicsOf(request).join(' '),
    });
  return sendResponse(request, reply, cached);
}

/** Registers the cache's metrics. */
export function registerCacheMetrics(metrics: Metrics, { stats }: ResponseCache): void {
  for (const [name, help] of [
    ['hits', 'Responses sent from the cache since the start'],
    ['misses', 'Responses read from the tables since the start'],
    ['bytes', 'Bytes of responses in the cache'],
  ] as const)
    metrics.value(`answers_kept_${name}`, help, () => stats()[name]);
}

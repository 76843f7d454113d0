import { topics } from '@journal/contracts';
import type { Metrics } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { type FinishedResponse, type LongResponse, sendResponse, topicsOf } from './response.ts';

/** A response and the position of the state that it shows. */
export type CachedResponse<Kind extends FinishedResponse | LongResponse = FinishedResponse> = {
  readonly response: Kind;
  readonly position: string;
};

export type Query<Kind extends FinishedResponse | LongResponse> = {
  /** The same for the same query, however it was written. */
  readonly key: string;
  /** The changes that make the response another. */
  readonly topics: readonly string[];
  /** Reads the tables. */
  readonly load: () => Promise<Kind>;
};

/** Finished responses, kept until a change makes them stale. */
export type ResponseCache = {
  /** Returns the cached response where there is one that may be sent. */
  get(key: string): CachedResponse | undefined;
  /** Resolves with the response as of now; equal queries in flight share one load. A long response is never cached. */
  load<Kind extends FinishedResponse | LongResponse>(query: Query<Kind>): Promise<CachedResponse<Kind>>;
  readonly stats: { readonly hits: number; readonly misses: number; readonly bytes: number };
};

type InFlight = {
  readonly topics: readonly string[];
  readonly loaded: Promise<CachedResponse<FinishedResponse | LongResponse>>;
};

const overhead = 500;

/**
 * Returns a cache of at most `maxBytes`. It never sends a stale response: a change drops the cached responses and the
 * loads in flight that it concerns, in the moment it is heard, before the read model says that it has reached the
 * change's position. A load that was dropped still answers those who were there before the change; its result is not
 * cached. While changes can't be heard nothing is sent from here. `widen` returns the topics that a change counts for.
 */
export function createResponseCache(
  model: Pick<TrackedModel, 'position' | 'isTrusted' | 'renewTrust' | 'onStale'>,
  maxBytes: number,
  widen = (changed: readonly string[]) => changed,
): ResponseCache {
  const inFlight = new Map<string, InFlight>();
  const keysByTopic = new Map<string, Set<string>>();
  const topicsByKey = new Map<string, readonly string[]>();
  let hits = 0;
  let misses = 0;

  const cached = new LRUCache<string, FinishedResponse>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: (response) => response.body.length + overhead,
    dispose: (_response, key) => unlink(key),
  });

  function unlink(key: string) {
    for (const topic of topicsByKey.get(key) ?? []) {
      const keys = keysByTopic.get(topic);
      keys?.delete(key);
      if (keys?.size === 0) keysByTopic.delete(topic);
    }
    topicsByKey.delete(key);
  }

  function store(query: Query<FinishedResponse | LongResponse>, response: FinishedResponse) {
    cached.set(query.key, response);
    if (!cached.has(query.key)) return;
    topicsByKey.set(query.key, query.topics);
    for (const topic of query.topics) {
      const keys = keysByTopic.get(topic) ?? new Set();
      keysByTopic.set(topic, keys.add(query.key));
    }
  }

  model.onStale((changed) => {
    const stale = widen(changed);
    if (stale.includes(topics.everything)) {
      cached.clear();
      inFlight.clear();
      return;
    }
    for (const topic of stale) for (const key of [...(keysByTopic.get(topic) ?? [])]) cached.delete(key);
    for (const [key, load] of inFlight)
      if (load.topics.some((topic) => stale.includes(topic))) inFlight.delete(key);
  });

  async function load<Kind extends FinishedResponse | LongResponse>(
    query: Query<Kind>,
    isCurrent: () => boolean,
  ): Promise<CachedResponse<Kind>> {
    const { position } = model;
    try {
      const [response] = await Promise.all([query.load(), model.renewTrust()]);
      if ('body' in response && isCurrent() && model.isTrusted()) store(query, response);
      return { response, position };
    } finally {
      if (isCurrent()) inFlight.delete(query.key);
    }
  }

  return {
    get(key) {
      const response = model.isTrusted() ? cached.get(key) : undefined;
      if (!response) return undefined;
      hits++;
      return { response, position: model.position };
    },
    load<Kind extends FinishedResponse | LongResponse>(query: Query<Kind>) {
      const current = inFlight.get(query.key);
      if (current) return current.loaded as Promise<CachedResponse<Kind>>;
      misses++;
      const loaded: Promise<CachedResponse<Kind>> = load(
        query,
        () => inFlight.get(query.key)?.loaded === loaded,
      );
      inFlight.set(query.key, { topics: query.topics, loaded });
      return loaded;
    },
    stats: {
      get hits() {
        return hits;
      },
      get misses() {
        return misses;
      },
      get bytes() {
        return cached.calculatedSize;
      },
    },
  };
}

/** Sends the response that is cached under `key`, or else the one that `load` reads; its topics are the route's. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: ResponseCache,
  { key, load }: { readonly key: string; readonly load: () => Promise<FinishedResponse> },
) {
  const cached = cache.get(key) ?? (await cache.load({ key, topics: topicsOf(request), load }));
  return sendResponse(request, reply, cached);
}

/** Figures of the cache. */
export function registerCacheMetrics(metrics: Metrics, { stats }: ResponseCache): void {
  const gauge = (name: string, help: string, value: () => number) =>
    metrics.gauge(`answers_kept_${name}`, help, [], (each) => each.set(value()));
  gauge('hits', 'Responses sent from the cache since the start', () => stats.hits);
  gauge('misses', 'Responses read from the tables since the start', () => stats.misses);
  gauge('bytes', 'Bytes of responses in the cache', () => stats.bytes);
}

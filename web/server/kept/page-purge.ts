import { setTimeout as sleep } from 'node:timers/promises';
import { topics } from '@journal/contracts';
import type { Metrics } from '@journal/service-kit';
import type { FastifyBaseLogger } from 'fastify';

/** A cache in front of the web service that readers share (a CDN). */
export type SharedCache = {
  /**
   * Resolves when no stored page with any of these surrogate keys (at most 256) is served any more. Rejects if that is
   * uncertain, and when `signal` is aborted. A response already on its way from the web service may still be stored.
   */
  purge(keys: readonly string[], signal: AbortSignal): Promise<void>;
};

/** The shared cache can't be reached or refuses the request. */
export class SharedCacheError extends Error {
  override readonly name = 'SharedCacheError';
}

type PurgeOptions = {
  readonly cache: SharedCache;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Milliseconds after which each purge is repeated. Default: 5,000. */
  readonly repeatAfter?: number | undefined;
};

/** Key of every page. Purging it takes a CDN about 150 ms, whereas its "purge all" takes up to 20 s. */
const allPagesKey = 'pages';
const maxKeys = 256;
/** Milliseconds. */
const requestTimeout = 5_000;
const firstPause = 250;
const longestPause = 30_000;
const day = 86_400_000;

/** Returns the value of the Surrogate-Key header; undefined if any change may touch the page. */
export function surrogateKeys(read: ReadonlySet<string>): string | undefined {
  return read.has(topics.everything) ? undefined : [allPagesKey, ...read].join(' ');
}

/**
 * Purges pages from a shared cache, until `stop`. Requests are sent one at a time; topics that arrive meanwhile go into
 * the next one. More than 256 topics purge every page. Failed requests are retried after 250 ms to 30 s. Each purge is
 * repeated after 5 s, for responses that were in flight during the first. At midnight UTC, when the current issue may
 * change, every page is purged.
 */
export function createPagePurge({ cache, log, metrics, repeatAfter = 5_000 }: PurgeOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting = new Set<string>();
  const requests = metrics.counter('page_purges_total', 'Requests to purge a shared cache', ['outcome']);
  let isRunning = false;

  function add(keys: readonly string[]) {
    for (const key of keys) waiting.add(key);
    if (waiting.has(allPagesKey) || waiting.size > maxKeys) {
      waiting.clear();
      waiting.add(allPagesKey);
    }
    if (!isRunning) void run();
  }

  async function run() {
    isRunning = true;
    for (let pause = firstPause; waiting.size > 0 && !signal.aborted; ) {
      const keys = [...waiting];
      waiting.clear();
      try {
        await cache.purge(keys, AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]));
        requests.inc({ outcome: 'done' });
        pause = firstPause;
      } catch (cause) {
        if (signal.aborted) break;
        requests.inc({ outcome: 'failed' });
        const err = new SharedCacheError('Purging the shared cache failed', { cause });
        log.warn({ err, dependency: 'shared cache' }, 'purge failed, retrying');
        add(keys);
        await after(pause);
        pause = Math.min(pause * 2, longestPause);
      }
    }
    isRunning = false;
  }

  /** Resolves with true after this time, or with false immediately when purging is stopped. */
  const after = (milliseconds: number): Promise<boolean> =>
    sleep(milliseconds, true, { signal, ref: false }).catch(() => false);

  async function purge(changed: readonly string[]): Promise<void> {
    if (changed.length === 0 || signal.aborted) return;
    const keys = changed.includes(topics.everything) ? [allPagesKey] : changed;
    add(keys);
    if (await after(repeatAfter)) add(keys);
  }

  const purgeAll = (): void => void purge([allPagesKey]);

  async function purgeAtMidnight() {
    while (await after(day - (Date.now() % day))) purgeAll();
  }
  void purgeAtMidnight();

  return {
    /** Purges the pages that read any of these topics. */
    purge: (changed: readonly string[]): void => void purge(changed),
    purgeAll,
    stop: (): void => stopping.abort(),
  };
}

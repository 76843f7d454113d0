import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics } from '@journal/service-kit';
import { until } from '@journal/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { createPagePurge, surrogateKeys } from './page-purge.ts';

let stop = () => {};
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Returns a purge of a cache that answers each request with the next of `outcomes`, or immediately if none is left. */
function purgeOf(outcomes: (() => Promise<void>)[], repeatAfter = 60_000) {
  const requests: string[][] = [];
  const warn = vi.fn();
  const metrics = createMetrics('web');
  const purge = createPagePurge({
    cache: {
      purge(keys) {
        requests.push([...keys]);
        return outcomes.shift()?.() ?? Promise.resolve();
      },
    },
    log: { warn } as never,
    metrics,
    repeatAfter,
  });
  stop = purge.stop;
  return { purge, requests, warn, metrics };
}

const topicsOf = (count: number) => Array.from({ length: count }, (_none, index) => `article:${index}`);

it('a purge sends one request at a time, and batches the keys added meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { purge, requests } = purgeOf([() => promise]);
  purge.purge(['articles', 'article:1']);
  purge.purge([]);
  purge.purge(['articles', 'article:2']);
  purge.purge(['stats']);
  await sleep(20);
  expect(requests).toEqual([['articles', 'article:1']]);
  resolve();
  await until(() => expect(requests[1]).toEqual(['articles', 'article:2', 'stats']));
});

it.each([
  ['everything changed', [['stats'], ['article:1', '*']], ['pages']],
  ['there are more than 256 topics', [topicsOf(200), ['stats'], topicsOf(256)], ['pages']],
  ['there are 256', [topicsOf(200), topicsOf(256)], topicsOf(256)],
])('a purge batches waiting changes into one request if %s', async (_when, changes, keys) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { purge, requests } = purgeOf([() => promise]);
  purge.purge(['featured']);
  for (const changed of changes) purge.purge(changed);
  resolve();
  await until(() => expect(requests).toEqual([['featured'], keys]));
});

it('a failed purge is retried together with new keys, and logged and counted', async () => {
  const failing = () => Promise.reject(new Error('503'));
  const { purge, requests, warn, metrics } = purgeOf([failing, failing]);
  purge.purge(['stats']);
  await until(() => expect(warn).toHaveBeenCalledTimes(1));
  purge.purge(['articles']);
  expect(requests).toEqual([['stats']]);
  await until(() => expect(requests).toHaveLength(3));
  expect(requests[1]?.toSorted()).toEqual(['articles', 'stats']);
  expect(requests[2]?.toSorted()).toEqual(['articles', 'stats']);
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ name: 'SharedCacheError' }), dependency: 'shared cache' },
    'purge failed, retrying',
  );
  const metricsText = await metrics.registry.metrics();
  expect(metricsText).toMatch(/journal_page_purges_total\{outcome="failed",[^}]*\} 2\n/);
  expect(metricsText).toMatch(/journal_page_purges_total\{outcome="done",[^}]*\} 1\n/);
});

it('a purge is repeated once, for responses that were in flight', async () => {
  const { purge, requests } = purgeOf([], 100);
  const since = performance.now();
  purge.purge(['stats']);
  await until(() => expect(requests).toHaveLength(2));
  expect(performance.now() - since).toBeGreaterThan(95);
  await sleep(150);
  expect(requests).toEqual([['stats'], ['stats']]);
});

it('every page is purged at midnight UTC', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 23, 59, 59, 900) });
  const { requests } = purgeOf([]);
  await sleep(50);
  expect(requests).toEqual([]);
  vi.setSystemTime(Date.UTC(2026, 2, 2));
  await until(() => expect(requests).toEqual([['pages']]));
});

it('a stopped purge sends nothing', async () => {
  const { purge, requests, warn } = purgeOf([() => Promise.reject(new Error('503'))], 10);
  purge.purge(['stats']);
  await until(() => expect(warn).toHaveBeenCalled());
  purge.stop();
  purge.purgeAll();
  await sleep(300);
  expect(requests).toEqual([['stats']]);
});

it('a page’s surrogate keys are its topics, and it has none if it depends on everything', () => {
  expect(surrogateKeys(new Set(['articles', 'section:view']))).toBe('pages articles section:view');
  expect(surrogateKeys(new Set(['articles', '*']))).toBeUndefined();
});

import { expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';
import { preparePage } from './prepared-page.ts';

const pageOf = (bytes: number) =>
  preparePage(Buffer.alloc(bytes, 'a'), { status: 200, headers: [], contentType: 'text/html' });

const cacheOf = (maxBytes: number, bytes: number) =>
  createPageCache({
    load: async (key) => ({ page: pageOf(bytes), topics: new Set([key]), isCacheable: key !== '/none' }),
    isCurrent: () => true,
    maxBytes,
    onFirstRequest: () => {},
  });

it('a page cache stays within its size limit, and evicts the least recently used pages', async () => {
  const cache = cacheOf(1_000_000, 20_000);
  for (let page = 0; page < 100; page++) {
    await cache.load(`/article/${page}`)?.loaded;
    cache.get('/article/0');
  }
  expect(cache.stats().bytes).toBeLessThanOrEqual(1_000_000);
  expect(cache.stats().pages).toBeGreaterThan(10);
  expect(cache.get('/article/0')).toBeDefined();
  expect(cache.get('/article/1')).toBeUndefined();
});

it('a page cache does not keep a page that would take most of its space', async () => {
  const cache = cacheOf(100_000, 20_000);
  expect(await cache.load('/')?.loaded).toBeDefined();
  expect(cache.get('/')).toBeUndefined();
});

it('a page cache resolves with no page if the load fails', async () => {
  const cache = createPageCache({
    load: () => Promise.reject(new Error('down')),
    isCurrent: () => true,
    maxBytes: 1_000_000,
    onFirstRequest: () => {},
  });
  expect(await cache.load('/')?.loaded).toBeUndefined();
  expect(cache.stats().pages).toBe(0);
});

it('a page cache shares a load until it ends or a change drops a topic', async () => {
  const cache = cacheOf(1_000_000, 1_000);
  const first = cache.load('/');
  expect(cache.load('/')).toBe(first);
  cache.drop(['article:7']);
  const second = cache.load('/');
  expect(second).not.toBe(first);
  cache.drop([]);
  expect(cache.load('/')).toBe(second);
  await Promise.all([first?.loaded, second?.loaded]);
  expect(cache.get('/')).toBeDefined();
});

it('a page cache returns an uncacheable page to those waiting, and runs at most 8 loads at once', async () => {
  const cache = cacheOf(1_000_000, 1_000);
  expect(await cache.load('/none')?.loaded).toBeDefined();
  expect(cache.get('/none')).toBeUndefined();
  const loads = Array.from({ length: 9 }, (_none, index) => cache.load(`/article/${index}`));
  expect(loads.map(Boolean)).toEqual([...new Array(8).fill(true), false]);
  await Promise.all(loads.map((load) => load?.loaded));
  expect(cache.load('/article/8')).toBeDefined();
});

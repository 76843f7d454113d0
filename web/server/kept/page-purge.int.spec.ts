import { PassThrough } from 'node:stream';
import { positionHeader, topicsHeader } from '@journal/contracts';
import type { Service } from '@journal/service-kit';
import { until } from '@journal/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSampleApi, sampleCookie, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { startSharedCache } from '../../../tools/testing/shared-cache.ts';
import { sampleArticles } from '../../../tools/testing/site-content.ts';
import { createWebService } from '../index.ts';

const repeatPurgeAfter = 300;
const api = createSampleApi();
const origins: string[] = [];
const streams = new Set<PassThrough>();
let position = '00000010';
let cache: Awaited<ReturnType<typeof startSharedCache>>;
let web: Service;

beforeEach(async () => {
  api.articles = sampleArticles(30);
  cache = await startSharedCache(origins);
  web = await createWebService(
    { ...sampleWebConfig, ...cache.config, PAGE_MAX_AGE: 3_600 },
    {
      repeatPurgeAfter,
      // A page that is streamed, as on a busy machine, is not stored.
      budget: 10_000,
      api: async (path, request) => {
        const answer = await api.fetch(path, request);
        const [, id] = /^\/api\/articles\/(\d+)/.exec(path) ?? [];
        const list = path === '/api/issues/newest' ? 'newest' : 'articles';
        const responseHeaders = { [positionHeader]: position, [topicsHeader]: id ? `article:${id}` : list };
        return { ...answer, headers: { ...answer.headers, ...responseHeaders } };
      },
      changes: async (_path, signal) => {
        const stream = new PassThrough();
        signal.addEventListener('abort', () => stream.destroy());
        const heartbeat = setInterval(() => stream.write(':\n\n'), 500);
        stream.once('close', () => {
          clearInterval(heartbeat);
          streams.delete(stream);
        });
        streams.add(stream);
        stream.write(`data: ${JSON.stringify({ position, topics: [] })}\n\n`);
        return stream;
      },
    },
  );
  await web.start();
  origins[0] = await web.app.listen({ host: '127.0.0.1', port: 0 });
  // Pages stored before the web service started are purged, and like every purge this one is repeated.
  await until(() => expect(cache.purges).toEqual([['pages'], ['pages']]));
  cache.purges.length = 0;
});
afterEach(async () => {
  await web.stop();
  cache.close();
});

function rename(id: number, title: string) {
  api.articles = api.articles.map((one) => (one.id === id ? { ...one, title } : one));
  position = String(Number(position) + 1).padStart(8, '0');
  const data = JSON.stringify({ position, topics: ['articles', `article:${id}`] });
  for (const stream of streams) stream.write(`data: ${data}\n\n`);
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${cache.origin}${path}`, { headers });
  return {
    isHit: response.headers.get('x-cache') === 'HIT',
    headers: response.headers,
    html: await response.text(),
  };
}
const isStored = async (path: string) => (await get(path)).isHit;

it('a change purges the pages whose topics it affects, and no others', async () => {
  for (const path of ['/', '/article/3', '/article/4']) {
    expect(await isStored(path)).toBe(false);
    // A process's first pages are slow to render and not stored.
    await until(async () => expect(await isStored(path)).toBe(true));
  }
  rename(3, 'Another title');
  await until(() => expect(cache.purges[0]).toEqual(['articles', 'article:3']));
  expect((await get('/article/3')).html).toContain('Another title');
  expect(await isStored('/')).toBe(false);
  expect(await isStored('/article/4')).toBe(true);
});

it('the repeated purge removes a response that was in flight during the first one', async () => {
  await get('/article/3');
  const arrived = Promise.withResolvers<void>();
  cache.beforeStoring = async () => {
    arrived.resolve();
    await until(() => expect(cache.purges).not.toEqual([]));
  };
  const onItsWay = get('/article/3?late=1');
  await arrived.promise;
  rename(3, 'Another title');
  expect((await onItsWay).html).not.toContain('Another title');
  await until(async () => expect((await get('/article/3?late=1')).html).toContain('Another title'));
  expect(cache.purges).toHaveLength(2);
});

it('a refused purge is retried until it succeeds', async () => {
  await get('/article/3');
  cache.isRefusing = true;
  rename(3, 'Another title');
  await until(() => expect(cache.purges.length).toBeGreaterThan(1));
  expect((await get('/article/3')).html).not.toContain('Another title');
  cache.isRefusing = false;
  await until(async () => expect((await get('/article/3')).html).toContain('Another title'));
});

it('a broken change stream purges every page, and pages are stored again once it reconnects', async () => {
  await get('/about');
  expect(await isStored('/about')).toBe(true);
  for (const stream of streams) stream.destroy();
  await until(() => expect(cache.purges[0]).toEqual(['pages']));
  expect(await isStored('/about')).toBe(false);
  await until(async () => expect(await isStored('/about')).toBe(true));
});

it('a request with a session or a position is not answered from the shared cache', async () => {
  const { headers } = await get('/about');
  expect(headers.get('surrogate-key')).toMatch(/^pages( [a-z]+(:\w+)?)+$/);
  expect(headers.get('vary')).toBe(`accept-encoding, cookie, ${positionHeader}`);
  expect(await isStored('/about')).toBe(true);
  expect((await get('/about', { [positionHeader]: position })).isHit).toBe(false);
  for (let time = 0; time < 2; time++) {
    const own = await get('/about', { cookie: sampleCookie });
    expect([own.isHit, own.headers.get('surrogate-key'), own.headers.get('cache-control')]).toEqual([
      false,
      null,
      'private, no-store',
    ]);
  }
});

it('a shared cache does not store a 404 page', async () => {
  for (let time = 0; time < 2; time++) expect(await isStored('/article/999')).toBe(false);
});

import { PassThrough } from 'node:stream';
import { until } from '@journal/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { putIssue } from '../testing/issue-row.ts';
import { useQuerySystem } from '../testing/query-system.ts';

const logStream = new PassThrough();
const lines: Record<string, unknown>[] = [];
logStream.on('data', (line) => lines.push(JSON.parse(String(line))));
const system = useQuerySystem({ logLevel: 'info', logStream }, () =>
  system.tables.commit({ articles: [{ id: 1 }, { id: 2 }, { id: 3 }] }),
);
let origin = '';
beforeAll(async () => {
  origin = await system.listen();
});

async function early(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const found = await system.service.app.respondEarly?.({ method, url, headers }, 'early');
  if (!found) return undefined;
  const header = (name: string) => found.headers[found.headers.indexOf(name) + 1] ?? '';
  return { status: found.status, body: String(found.body), header };
}

/** Repeats the request until it is cached: on a busy machine, a read may take longer than it may be cached for. */
const untilCached = (url: string) =>
  until(async () => {
    await system.get(url);
    expect(await early(url)).toBeDefined();
  });

const volatile = ['date', 'connection', 'keep-alive', 'x-request-id'];
const steady = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries([...headers].filter(([name]) => !volatile.includes(name)));

describe('a response sent before Fastify', () => {
  it.each([
    '/api/articles?fields=card&limit=2',
    '/api/articles',
    '/api/articles/featured',
    '/api/articles/section/view?limit=1',
    '/api/articles/1',
    '/api/stats',
  ])('to %s equals the route’s response, with the same headers and log line', async (url) => {
    await untilCached(url);
    const etag = (await early(url))?.header('etag') ?? '';
    for (const headers of [{}, { 'if-none-match': etag }]) {
      const ofRoute = await system.get(url, headers);
      const line = lines.at(-1);
      const sent = await fetch(origin + url, { headers });
      expect(steady(sent.headers)).toEqual(steady(Object.entries(ofRoute.headers)));
      expect([sent.status, await sent.text()]).toEqual([ofRoute.statusCode, ofRoute.body]);
      const id = sent.headers.get('x-request-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      await until(async () =>
        expect(lines.at(-1)).toEqual({
          ...line,
          time: expect.any(Number),
          requestId: id,
          milliseconds: expect.any(Number),
        }),
      );
    }
  });

  it('is counted in the metrics of its route', async () => {
    const count = async () => {
      const { body } = await system.get('/metrics');
      const pattern =
        /seconds_count\{(?=[^}]*method="GET")(?=[^}]*route="\/api\/articles\/:id")[^}]*\} (\d+)/;
      return Number(pattern.exec(body)?.[1]);
    };
    await untilCached('/api/articles/2');
    const before = await count();
    await early('/api/articles/2');
    expect(await count()).toBe(before + 1);
  });

  it('is not sent if the route might respond differently', async () => {
    const url = '/api/articles/1';
    await untilCached(url);
    const position = (await early(url))?.header('journal-position') ?? '';
    expect((await early(url, { 'journal-position': position }))?.status).toBe(200);
    for (const headers of [
      { cookie: 'journal=x' },
      { 'journal-position': position.replaceAll(/[0-9]/g, '9') },
      { 'if-none-match': '"another"' },
      { 'if-none-match': '*' },
      { 'content-length': '2' },
      { 'transfer-encoding': 'chunked' },
    ])
      expect(await early(url, headers), JSON.stringify(headers)).toBeUndefined();
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await early(url, {}, method)).toBeUndefined();
  });

  it('is not sent to requests that a route rejects', async () => {
    for (const url of [
      '/api/articles/99',
      '/api/articles?limit=x',
      '/api/articles?unknown=1',
      '/api/session',
    ]) {
      await system.get(url);
      expect(await early(url), url).toBeUndefined();
    }
  });

  it('is dropped by a change by the time the change’s position is reached', async () => {
    const url = '/api/articles/3';
    await untilCached(url);
    const position = await system.tables.commit({
      articles: [{ id: 3, title: 'Changed' }],
      topics: ['article:3'],
    });
    await until(async () => {
      const { headers } = await system.get('/api/articles/1');
      expect(headers['journal-position']).toBe(position);
    });
    expect(await early(url)).toBeUndefined();
    await untilCached(url);
    expect(JSON.parse((await early(url))?.body ?? '').title).toBe('Changed');
  });

  it('names the topics of the current response, not those of the first one to its URL', async () => {
    const url = '/api/articles/1/further';
    await untilCached(url);
    expect((await early(url))?.header('journal-topics')).toBe('article:1 section:view');
    const pieces = [1, 2].map((articleId) => ({ articleId, heading: null }));
    await putIssue(system.tables.pool, { number: 1, status: 'published', pieces });
    const position = await system.tables.commit({ topics: ['issues', 'article:1', 'article:2'] });
    await system.get(url, { 'journal-position': position });
    await untilCached(url);
    expect((await early(url))?.header('journal-topics')).toBe('article:1 article:2 section:view');
  });
});

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { positionHeader, topicsHeader } from '@journal/contracts';
import type { Service } from '@journal/service-kit';
import { until } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSampleApi, sampleCookie, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { problem } from '../../../tools/testing/site.ts';
import { sampleArticles, sampleIssue } from '../../../tools/testing/site-content.ts';
import { createWebService, type WebConfig, type WebDependencies } from '../index.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const api = createSampleApi();
let streams: PassThrough[] = [];
let isRefused = false;
/** Whether the streams send no heartbeats. */
let isSilent = false;
let position = '00000010';
let close: () => Promise<void>;
let port = 0;
let web: Service;

/** The topics that the query side sends with its responses. */
function topicsOf(path: string): string {
  const [, id] = /^\/api\/articles\/(\d+)/.exec(path) ?? [];
  if (id) return `article:${id}`;
  if (path === '/api/issues/newest') return 'newest';
  return path.startsWith('/api/stats') ? 'stats' : 'articles';
}

const tell = (topics: string[]) => {
  position = String(Number(position) + 1).padStart(8, '0');
  const text = `event: change\nid: ${position}\ndata: ${JSON.stringify({ position, topics })}\n\n`;
  for (const stream of streams) stream.write(text);
};

async function start(config: Partial<WebConfig> = {}, more: Pick<WebDependencies, 'budget'> = {}) {
  web = await createWebService(
    { ...sampleWebConfig, ...config },
    {
      ...more,
      api: async (path, request) => {
        const isRemoved = path.startsWith('/api/articles/998');
        const answer = isRemoved ? problem('article-removed') : await api.fetch(path, request);
        const responseHeaders = { [positionHeader]: position, [topicsHeader]: topicsOf(path) };
        return { ...answer, headers: { ...answer.headers, ...responseHeaders } };
      },
      changes: async (_path, signal) => {
        if (isRefused) throw new Error('no stream');
        const stream = new PassThrough();
        signal.addEventListener('abort', () => stream.destroy());
        const heartbeat = setInterval(() => isSilent || stream.write(':\n\n'), 500);
        stream.once('close', () => clearInterval(heartbeat));
        streams.push(stream);
        stream.write(`data: ${JSON.stringify({ position, topics: [] })}\n\n`);
        return stream;
      },
    },
  );
  await web.start();
  const server = createServer((request, response) => web.app.routing(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  close = async () => {
    await web.stop();
    server.closeAllConnections();
    server.close();
  };
  await until(async () => expect(streams.length).toBe(1));
}

async function startAgain(...options: Parameters<typeof start>) {
  await close();
  streams = [];
  await start(...options);
}

beforeEach(() => start());
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await close();
  streams = [];
  isRefused = false;
  isSilent = false;
  position = '00000010';
  api.articles = sampleArticles(30);
  api.issues = [];
  api.delay = async () => {};
  api.session = async () => undefined;
  api.requests.length = 0;
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer; text: string };

/** `onHead` is called when the head has come. */
async function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  onHead = () => {},
): Promise<Answer> {
  const request = send({ port, path, method, headers: { 'user-agent': browser, ...headers }, agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  onHead();
  const bytes = await buffer(response);
  const encoding = response.headers['content-encoding'];
  const plain =
    bytes.length === 0 || encoding === undefined
      ? bytes
      : encoding === 'br'
        ? brotliDecompressSync(bytes)
        : gunzipSync(bytes);
  return { status: response.statusCode, headers: response.headers, bytes, text: String(plain) };
}

/** Resolves with the number of API reads that a page needed. */
async function readsOf(path: string, headers?: Record<string, string>): Promise<number> {
  api.requests.length = 0;
  await get(path, headers);
  return api.requests.length;
}
const isKept = async (path: string) => (await readsOf(path)) === 0;

describe('the page cache', () => {
  it.each(['/', '/clash', '/about', '/article/3', '/?section=view', '/clash?after=10'])(
    'renders %s once, and sends it with the usual headers',
    async (path) => {
      const first = await until(async () => {
        const answer = await get(path);
        // Before the stream of changes is open, each page is rendered for its reader alone.
        expect(answer.text).not.toContain('nonce');
        return answer;
      });
      expect(await isKept(path)).toBe(true);
      const again = await get(path);
      expect(again.text).toBe(first.text);
      expect(again.status).toBe(200);
      expect(again.headers).toMatchObject({
        'content-type': 'text/html;charset=utf-8',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        vary: 'accept-encoding, cookie',
        'content-length': String(again.bytes.length),
      });
      expect(again.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
      expect(again.headers['content-security-policy']).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+')+;/);
      expect(again.text).not.toContain('nonce');
    },
  );

  it.each([
    '/contact',
    '/search?q=a',
    '/login',
    '/newsletter/confirm?token=x',
    `/preview?token=${'x'.repeat(64)}`,
    '/nowhere',
    '/About',
    '/about/',
  ])('does not keep %s', async (path) => {
    await get(path);
    const { headers } = await get(path);
    expect(headers.etag).toBeUndefined();
    if (headers['content-security-policy'])
      expect(headers['content-security-policy']).toMatch(/'nonce-[\w-]{20,}'/);
  });

  it('shares a page among all query strings that select the same content', async () => {
    for (const [first, ...same] of [
      ['/', '/?utm_source=letter&fbclid=1', '/?whole=1', '/?', '/?q=a&page=2'],
      ['/about', '/about?after=3', '/about?section=clash&section=view'],
      ['/clash?after=10', '/clash?after=20&x=1&after=10', '/clash?section=view&after=10'],
    ] as const) {
      await get(first);
      for (const path of same) expect(await isKept(path), path).toBe(true);
    }
    expect(await isKept('/clash?after=11')).toBe(false);
  });

  it('answers HEAD without a body, and a known ETag with 304', async () => {
    const { headers, bytes } = await get('/about');
    const head = await get('/about', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(bytes.length)]);
    expect(headers.etag).toMatch(/^W\/"/);
    for (const tag of [headers.etag ?? '', `"x", ${headers.etag}`, '*']) {
      const answer = await get('/about', { 'if-none-match': tag, 'accept-encoding': 'br' });
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', headers.etag]);
    }
    expect((await get('/about', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  it('keeps the ETag of a page that is rendered again with the same content', async () => {
    const tag = async () => (await get('/')).headers.etag;
    const before = await tag();
    tell(['*']);
    await until(async () => expect(await isKept('/')).toBe(false));
    expect(await tag()).toBe(before);
    api.articles = api.articles.slice(1);
    tell(['*']);
    await until(async () => expect(await tag()).not.toBe(before));
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'gzip'],
    ['identity', undefined],
    ['identity;q=0, nothing', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('for Accept-Encoding %j, sends %s', async (accepted, encoding) => {
    const { text } = await get('/');
    for (let time = 0; time < 2; time++) {
      const answer = await get('/', { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.text).toBe(text);
    }
  });

  it('compresses a page further once it is requested again', async () => {
    const size = async () => (await get('/', { 'accept-encoding': 'br' })).bytes.length;
    const first = await size();
    await until(async () => expect(await size()).toBeLessThan(first));
  });

  it('counts its pages, hits and requests in the metrics', async () => {
    await get('/about');
    await get('/about');
    const { body } = await web.app.inject('/metrics');
    expect(body).toMatch(/journal_kept_pages\{service="web"\} 1\n/);
    expect(body).toMatch(/journal_kept_pages_hits\{service="web"\} 1\n/);
    expect(body).toMatch(/http_request_seconds_count\{(?=[^}]*status="200")[^}]*route="\/\*"[^}]*\} 2\n/);
  });

  it('lets shared caches store pages if PAGE_MAX_AGE is set, but not those for a session', async () => {
    await startAgain({ PAGE_MAX_AGE: 60 });
    const cacheControl = async (headers = {}) => (await get('/about', headers)).headers['cache-control'];
    expect(await cacheControl()).toBe('public, max-age=0, s-maxage=60');
    expect(await cacheControl({ cookie: sampleCookie })).toBe('private, no-store');
    expect((await get('/about')).headers['surrogate-key']).toBeUndefined();
  });
});

describe('concurrent requests', () => {
  it('share one render', async () => {
    const reads = await readsOf('/article/5');
    api.requests.length = 0;
    tell(['article:5']);
    await until(async () => expect(await isKept('/article/5')).toBe(false));
    tell(['article:5']);
    api.requests.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => get('/article/5')));
    expect(api.requests.length).toBeLessThanOrEqual(reads * 2);
  });

  it('start at most 8 renders of cacheable pages', async () => {
    // No read ends before the last reader has arrived, however long that takes.
    await startAgain({}, { budget: 60_000 });
    await get('/clash');
    const loads = async () =>
      Number(/journal_kept_pages_misses\{[^}]*\} (\d+)/.exec((await web.app.inject('/metrics')).body)?.[1]);
    const before = await loads();
    const { promise, resolve } = Promise.withResolvers<void>();
    api.delay = () => promise;
    api.requests.length = 0;
    const all = Array.from({ length: 20 }, (_none, index) => get(`/clash?after=${index + 1}`));
    await until(() =>
      expect(new Set(api.requests.flatMap(({ path }) => /after=\d+/.exec(path) ?? [])).size).toBe(20),
    );
    resolve();
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
    expect((await loads()) - before).toBe(8);
  });

  it('receive a stream while the API is slow, and the page is cached once it is complete', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.delay = (path) => (path.includes('/featured') ? promise : Promise.resolve());
    const answer = await get('/', {}, 'GET', resolve);
    expect(answer.text).toContain('Loading featured articles...');
    expect(answer.headers['content-security-policy']).toContain("'nonce-");
    await until(async () => expect(await isKept('/')).toBe(true));
    expect((await get('/')).text).not.toContain('Loading featured articles...');
  });
});

describe('responses that are not cached', () => {
  it.each([
    ['/article/999', 404, async () => {}],
    ['/article/3', 503, () => Promise.reject(new Error('down'))],
    ['/', 503, () => Promise.reject(new Error('down'))],
    ['/about', 200, () => Promise.reject(new Error('down'))],
  ])('include %s, answered with %i', async (path, status, delay) => {
    await get('/clash');
    api.delay = delay;
    expect((await get(path)).status).toBe(status);
    expect(await isKept(path)).toBe(false);
    api.delay = async () => {};
    await get(path);
    expect(await isKept(path)).toBe(status !== 404);
  });

  it.each([
    ['not there', '/article/999', 404],
    ['removed', '/article/998', 410],
  ])('include a page that is %s, sent without a nonce and not to be indexed', async (_why, path, status) => {
    await get('/clash');
    const answer = await get(path, {}, 'GET');
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([
      status,
      'private, no-cache',
      undefined,
    ]);
    expect(answer.headers['content-security-policy']).toContain("'sha256-");
    expect(answer.text).toContain('noindex');
  });

  it('include a page older than the last change received', async () => {
    position = '00000011';
    tell([]);
    await until(async () => expect(streams[0]?.readableLength).toBe(0));
    position = '00000010';
    await get('/clash');
    expect(await isKept('/clash')).toBe(false);
  });
});

describe('a change', () => {
  it('invalidates the pages that it affects, and no others', async () => {
    for (const path of ['/', '/about', '/article/3', '/article/4']) await get(path);
    api.articles = api.articles.map((one) => (one.id === 3 ? { ...one, title: 'Another title' } : one));
    tell(['article:3', 'articles']);
    await until(async () => expect((await get('/article/3')).text).toContain('Another title'));
    expect(await isKept('/')).toBe(false);
    expect(await isKept('/article/4')).toBe(true);
    expect(await isKept('/about')).toBe(true);
    tell(['*']);
    await until(async () => expect(await isKept('/about')).toBe(false));
  });

  it('of the newest issue shows in all pages that name it, including error pages', async () => {
    const line = async (path: string) => /<p class="issue-line">(.*?)<\/p>/.exec((await get(path)).text)?.[1];
    for (const path of ['/', '/about', '/article/4']) expect(await line(path)).toMatch(/^Issue No\. \d+ · /);
    api.issues = [sampleIssue(41, api.articles.slice(0, 3))];
    tell(['newest', 'issues']);
    const out = '<a href="/issues/41">Issue No. 41 · July 30, 2027</a>';
    for (const path of ['/', '/about', '/article/4'])
      await until(async () => expect(await line(path)).toBe(out));
    expect(await line('/nowhere')).toBe(out);
    expect(await line('/article/999')).toBe(out);
    expect(await isKept('/about')).toBe(true);
  });

  it('of the newest issue keeps pages out of the cache while that issue can’t be read', async () => {
    api.issues = [sampleIssue(41, api.articles.slice(0, 3))];
    api.delay = async (path) => {
      if (path.startsWith('/api/issues')) throw new Error('away');
    };
    tell(['newest', 'issues']);
    for (const path of ['/', '/about']) {
      expect((await get(path)).text).toMatch(/class="issue-line">[A-Z][a-z]+ \d+, \d{4}</);
      expect(await isKept(path)).toBe(false);
    }
  });

  it('that arrives while a page is rendered keeps that page out of the cache', async () => {
    await get('/about');
    const { promise, resolve } = Promise.withResolvers<void>();
    api.delay = (path) => (path.includes('/articles/6') ? promise : Promise.resolve());
    const under = get('/article/6', { 'user-agent': 'curl' });
    await until(async () => expect(api.requests.some(({ path }) => path.includes('/6'))).toBe(true));
    tell(['article:6']);
    await until(async () => expect(streams[0]?.readableLength).toBe(0));
    resolve();
    await under;
    expect(await isKept('/article/6')).toBe(false);
    expect(await isKept('/article/6')).toBe(true);
  });

  it('that can’t be received stops caching until the change stream is connected again', async () => {
    await get('/about');
    isRefused = true;
    streams.shift()?.destroy();
    await until(async () => expect(await isKept('/about')).toBe(false));
    expect((await get('/about')).headers['content-security-policy']).toContain("'nonce-");
    isRefused = false;
    await until(async () => expect(streams.length).toBe(1));
    await until(async () => expect((await get('/about')).headers.etag).toBeDefined());
    expect(await isKept('/about')).toBe(true);
  });

  it('that may be missing after 2.6 s of silence in the stream stops caching', async () => {
    await get('/about');
    isSilent = true;
    const later = performance.now() + 2_600;
    vi.spyOn(performance, 'now').mockImplementation(() => later);
    expect(await isKept('/about')).toBe(false);
  });

  it('of the date invalidates every page at midnight UTC', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 23, 59, 59) });
    await get('/about');
    expect(await isKept('/about')).toBe(true);
    vi.setSystemTime(Date.UTC(2026, 2, 2));
    expect(await isKept('/about')).toBe(false);
    expect(await isKept('/about')).toBe(true);
  });
});

describe('a reader who has seen a later position than the web', () => {
  it('gets no cached page until the web has reached it', async () => {
    await get('/article/3');
    const ahead = { [positionHeader]: '00000011' };
    expect(await readsOf('/article/3', ahead)).toBeGreaterThan(0);
    tell([]);
    expect(await readsOf('/article/3', ahead)).toBe(0);
  });

  it('gets the cached page as soon as the web reaches it', async () => {
    await get('/article/3');
    setTimeout(tell, 10, []);
    expect(await readsOf('/article/3', { [positionHeader]: '00000011' })).toBe(0);
  });
});

describe('a user with a session', () => {
  const as = (headers = {}) => ({ cookie: sampleCookie, ...headers });
  const user = {
    id: 'u',
    username: 'n',
    fullName: 'New $& <Name>',
    email: 'n@b.cd',
    isAdmin: true,
    roles: ['admin'],
    createdAt: '',
  };
  const withoutTimes = (html: string) => html.replaceAll(/ nonce="[^"]*"/g, '');

  it('gets the page as rendered for them, after one API read', async () => {
    const own = withoutTimes((await web.app.inject({ url: '/?whole=1', headers: as() })).body);
    await get('/');
    await get('/', as());
    expect(await readsOf('/', as())).toBe(1);
    const page = await get('/', as({ 'accept-encoding': 'br' }));
    expect(withoutTimes(page.text)).toBe(own);
    expect(page.text).toContain('class="account-name"');
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.headers.etag).toBeUndefined();
    const visitor = await get('/');
    expect(visitor.text).not.toContain('account-name');
    expect(visitor.text).toContain('"session":null');
  });

  it('gets their current session in the page, and the cookie that the API sets', async () => {
    await get('/about');
    await get('/about', as());
    const headers = { 'content-type': 'application/json', 'set-cookie': 'journal=next; Path=/' };
    api.session = async () => ({ status: 200, headers, body: JSON.stringify(user) });
    const { text, headers: given } = await get('/about', as());
    expect(text).toContain('New $&amp; &lt;Name&gt;');
    expect(text).toContain('<a href="/admin">Admin Panel</a>');
    expect(given['set-cookie']).toEqual(['journal=next; Path=/']);
  });

  it('sees in how many minutes their temporary password expires', async () => {
    await get('/about');
    const body = JSON.stringify(user);
    for (const minutes of ['42', '41', '1', '0']) {
      api.session = async () => ({ status: 200, headers: { 'journal-password-minutes': minutes }, body });
      const { text, headers } = await get('/about', as());
      const left = { 1: ' within 1 minute.', 0: 'has expired.' }[minutes] ?? ` within ${minutes} minutes.`;
      expect(text.match(/<div class="password-notice">.*?<\/div>/)?.[0]).toContain(left);
      expect(headers['content-security-policy']).not.toContain('nonce');
    }
    expect((await get('/about')).text).toContain('<div class="password-notice"></div>');
  });

  it('gets the visitor’s page, which is not stored, if the session has ended', async () => {
    const { text } = await get('/about');
    api.session = async () => ({
      status: 200,
      headers: { 'set-cookie': 'journal=; Max-Age=0' },
      body: 'null',
    });
    const answer = await get('/about', as());
    expect([answer.text, answer.headers['cache-control']]).toEqual([text, 'private, no-store']);
    expect(answer.headers['set-cookie']).toEqual(['journal=; Max-Age=0']);
  });

  it('waits for a slow session only once before the page is rendered', async () => {
    const late = new AbortController();
    api.session = () => new Promise((_resolve, reject) => late.signal.addEventListener('abort', reject));
    // Time passes only here: on a busy machine, the page itself may take longer than the wait.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let text = '';
    void get('/', { cookie: sampleCookie }).then((answer) => {
      text = answer.text;
    });
    await until(() => expect(api.requests.map(({ path }) => path)).toContain('/api/auth/session'));
    expect(text).toBe('');
    vi.advanceTimersByTime(50);
    await until(() => expect(text).toContain('"session":"!undefined"'));
    late.abort(new Error('over'));
  });

  it('gets a freshly rendered page if the session can’t be read', async () => {
    await get('/about');
    api.session = async () => problem('unavailable');
    const { status, headers } = await get('/about', as());
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(headers['content-security-policy']).toContain("'nonce-");
    // The session is read only once.
    api.requests.length = 0;
    await get('/about', as());
    expect(api.requests.filter(({ path }) => path === '/api/auth/session')).toHaveLength(1);
  });
});

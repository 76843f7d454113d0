import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Article, sections } from '@journal/contracts';
import type { Service } from '@journal/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSampleApi, sampleCookie, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { problem } from '../../../tools/testing/site.ts';
import { sampleArticle, sampleArticles, sampleIssue } from '../../../tools/testing/site-content.ts';
import { createWebService, type WebConfig } from '../index.ts';

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const config: WebConfig = { ...sampleWebConfig, JOURNAL_NAME: 'The "Forum" <&>' };
const api = createSampleApi();
let web: Service;

beforeAll(async () => {
  web = await createWebService(config, { api: api.fetch });
  await web.start();
});
afterAll(() => web.stop());
afterEach(() => {
  vi.restoreAllMocks();
  api.articles = sampleArticles(30);
  api.issues = [];
  api.delay = async () => {};
  api.session = async () => undefined;
  api.requests.length = 0;
});

const get = (url: string, headers: Record<string, string> = {}) =>
  web.app.inject({ method: 'GET', url, headers: { 'user-agent': browser, ...headers } });

let origin: Promise<string> | undefined;
/** Starts listening, for tests that `inject` can't cover. Resolves with the origin. */
function listening(): Promise<string> {
  origin ??= web.app.listen({ host: '127.0.0.1', port: 0 });
  return origin;
}

/** Delays the featured articles until the returned function is called. */
function holdFeatured() {
  const { promise, resolve } = Promise.withResolvers<void>();
  api.delay = (path) => (path.includes('/featured') ? promise : Promise.resolve());
  return resolve;
}
/** Resolves after this many milliseconds, in turns of 5 ms; on a busy machine a page waits for eight of them. */
async function inTurns(milliseconds: number) {
  for (let turn = 0; turn < milliseconds / 5; turn++) await sleep(5);
}
const featuredAfter = (milliseconds: number, then: () => Promise<void> = async () => {}) => {
  api.delay = async (path) => {
    if (!path.includes('/featured')) return;
    await inTurns(milliseconds);
    await then();
  };
};
const never = () => new Promise<void>(() => {});
const down = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:4000'));

/** Paths of the reads in each of the page's elements that contain reads. */
const readsIn = (body: string): string[][] =>
  [...body.matchAll(/<script id="reads"[^>]*>(.*?)<\/script>/g)].map(([, reads = '']) =>
    (JSON.parse(reads) as [string][]).map(([path]) => path),
  );

describe('a page', () => {
  it.each(['/', '/clash', '/view', '/culture', '/about', '/contact', '/article/3'])(
    '%s is served, with its headers',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html;charset=utf-8',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
      const policy = String(response.headers['content-security-policy']);
      expect(policy).toContain("frame-ancestors 'none'");
      const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
      for (const [script] of response.body.matchAll(/<script\b[^>]*>/g))
        expect(script).toContain(`nonce="${nonce}"`);
      expect(response.body).toContain(`<link rel="canonical" href="https://journal.example${url}">`);
      expect(response.body).toContain('The &quot;Forum&quot; &lt;&amp;&gt;');
    },
  );

  it('has no body for HEAD, and the same status', async () => {
    for (const [url, status] of [
      ['/about', 200],
      ['/nowhere', 404],
    ] as const) {
      const response = await web.app.inject({ method: 'HEAD', url });
      expect([response.statusCode, response.body]).toEqual([status, '']);
    }
  });

  it('passes the visitor’s request id and position on to the API', async () => {
    await get('/article/3', { 'x-request-id': 'request-1', 'journal-position': '00000041' });
    const headers = expect.objectContaining({ 'x-request-id': 'request-1', 'journal-position': '00000041' });
    expect(api.requests).toEqual([
      { path: '/api/issues/newest', headers },
      { path: '/api/articles/3/further', headers },
      { path: '/api/articles/3', headers },
    ]);
  });

  it('is complete and in order if all reads finish in time', async () => {
    const { body } = await get('/');
    expect(body).toContain('Sample article number 30');
    expect(body).not.toMatch(/<template|<div hidden|http-equiv/);
    expect(readsIn(body)).toEqual([
      [
        '/api/issues/newest',
        '/api/articles/featured?limit=24&fields=card',
        '/api/articles?limit=6&fields=card',
        ...sections.map((section) => `/api/articles/section/${section}?limit=1&fields=card`),
        '/api/issues?limit=1',
      ],
    ]);
  });

  it.each(['/', '/about', '/search?q=sample'])(
    '%s is sent before reads that take 45 ms have finished',
    async (url) => {
      await get(url);
      api.delay = () => inTurns(45);
      expect((await get(url)).body).toContain('<noscript><meta http-equiv="refresh"');
    },
  );

  it('is sent without its slow parts, and redirects browsers without scripts to the whole page', async () => {
    const arrive = holdFeatured();
    const answer = get('/?section=clash&x=%22%3E');
    await expect.poll(() => api.requests.length).toBeGreaterThan(0);
    void inTurns(200).then(arrive);
    const { body } = await answer;
    expect(body).toContain('Loading featured articles...');
    expect(body).toContain(
      '<noscript><meta http-equiv="refresh" content="0; url=/?section=clash&amp;whole=1"></noscript>',
    );
    expect(body).toContain('<div hidden id="S:0">');
  });

  it.each(['br', 'gzip', 'identity'])(
    'flushes the shell before the slow part is ready, in %s',
    async (encoding) => {
      const arrive = holdFeatured();
      const headers = { 'user-agent': browser, 'accept-encoding': encoding };
      const response = await fetch(await listening(), { headers });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let seen = '';
      const readUntil = async (text: string) => {
        while (!seen.includes(text)) {
          const part = await reader?.read();
          if (part?.done !== false) throw new Error(`The page ended without ${text}`);
          seen += part.value;
        }
      };
      await readUntil('Loading featured articles...');
      await readUntil('entry-client-routing');
      expect(seen).not.toContain('</html>');
      arrive();
      await readUntil('</html>');
      expect(seen).toContain('<div hidden id="S:0">');
    },
  );

  it.each([
    ['a program without a name', {}, '/'],
    ['curl', { 'user-agent': 'curl/8.5.0' }, '/'],
    ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, '/'],
    ['a browser without scripts', { 'user-agent': browser }, '/?whole=1'],
  ])('waits for all reads for %s', async (_who, headers, url) => {
    featuredAfter(150);
    const { body } = await web.app.inject({ method: 'GET', url, headers: { 'user-agent': '', ...headers } });
    expect(body).toContain('Sample article number 20');
    expect(body).not.toContain('Loading featured articles...');
    expect(body).not.toMatch(/<template|<div hidden|http-equiv/);
  });
});

it.each([
  [
    '/privacy',
    ['Your key is then destroyed', 'after 14 days without a visit', 'download everything that we store'],
  ],
  ['/terms', ['We publish writing by people aged 12 to 18', 'Your piece stays yours']],
])('%s is complete without scripts, and linked from every footer', async (path, sentences) => {
  const { body } = await get(path);
  for (const sentence of sentences) expect(body).toContain(sentence);
  for (const from of ['/', '/signup', '/contact', '/nowhere'])
    expect((await get(from)).body).toContain(`href="${path}"`);
});

it('an issue’s print page has every piece in full, and is not indexed', async () => {
  api.issues = [
    sampleIssue(41, [sampleArticle(3), sampleArticle(4)], { letter: 'Dear reader,\n\nit has come out.' }),
  ];
  const { body, statusCode } = await get('/issues/41/print');
  expect(statusCode).toBe(200);
  for (const id of [3, 4])
    for (const part of [1, 6]) expect(body).toContain(`<p dir="auto">Paragraph ${part} of article ${id}.`);
  expect(body).toContain('<p dir="auto">it has come out.</p>');
  expect(body).toContain('<a href="#piece-4" dir="auto">Sample article number 4</a>');
  expect(body).toContain('<meta name="robots" content="noindex">');
  const page = (await get('/issues/41')).body;
  for (const href of ['/issues/41/print', '#subscribe']) expect(page).toContain(`href="${href}"`);
  for (const number of ['42', '0', 'x']) expect((await get(`/issues/${number}/print`)).statusCode).toBe(404);
});

describe('the newest issue', () => {
  it('is named in the header of every page, and shown with its articles on Home', async () => {
    api.issues = [sampleIssue(41, [sampleArticle(3), sampleArticle(4)])];
    const out = '<a href="/issues/41">Issue No. 41 · July 30, 2027</a>';
    for (const url of ['/about', '/article/3', '/login', '/nowhere', '/article/999'])
      for (const agent of [browser, 'curl/8.5.0'])
        expect((await get(url, { 'user-agent': agent })).body, url).toContain(out);
    const { body } = await get('/');
    expect(body).toContain('The Newest Issue');
    expect(body).toContain('<a href="/issues/41">Sample issue number 41</a>');
    for (const { id, title } of [sampleArticle(3), sampleArticle(4)])
      expect(body).toContain(`<a href="/article/${id}">${title}</a>`);
  });

  it.each([
    ['fails', down],
    ['keeps silent', never],
  ])('leaves the page complete, with the date and no issue number, if its read %s', async (_how, fault) => {
    api.issues = [sampleIssue(41, [sampleArticle(3)])];
    api.delay = (path) => (path.startsWith('/api/issues') ? fault() : Promise.resolve());
    for (const [url, words] of [
      ['/clash', 'Recent Debates'],
      ['/article/3', 'Paragraph 1 of article 3'],
    ] as const) {
      const { statusCode, body } = await get(url);
      expect([statusCode, body.includes(words)]).toEqual([200, true]);
      expect(body).not.toMatch(/<template|http-equiv/);
      expect(body).toMatch(/<p class="issue-line">[A-Z][a-z]+ \d+, \d{4}<\/p>/);
    }
  });
});

it('the issue number appears once there is an article', async () => {
  api.articles = [];
  const empty = await createWebService(config, { api: api.fetch });
  const masthead = async (url: string) => {
    const { body } = await empty.app.inject({ method: 'GET', url });
    return /<p class="issue-line">([^<]*)/.exec(body)?.[1];
  };
  expect(await masthead('/')).toMatch(/^[A-Z][a-z]+ \d+, \d{4}$/);
  const [first] = sampleArticles(1) as [Article];
  api.articles = [{ ...first, createdAt: new Date().toISOString() }];
  for (const url of ['/contact', '/nowhere', '/']) expect(await masthead(url)).toMatch(/^Issue No. 1 · /);
  await empty.stop();
});

it.each([
  ['its number on the first day', { FIRST_ISSUE: '57' }, 'Issue No. 57 · '],
  ['the day of number 1', { FIRST_ISSUE: '2020-01-06' }, /Issue No. 1[4-9]\d · /],
])('issue numbers count from %s, set in FIRST_ISSUE', async (_what, first, line) => {
  api.articles = [{ ...sampleArticles(1)[0], createdAt: new Date().toISOString() } as Article];
  const started = await createWebService({ ...config, ...first }, { api: api.fetch });
  expect((await started.app.inject({ method: 'GET', url: '/about' })).body).toMatch(line);
  await started.stop();
});

it('the first page of a process shows the issue number even if its read takes 20 ms', async () => {
  const started = await createWebService(config, { api: api.fetch });
  api.delay = (path) => (path === '/api/stats' ? sleep(20) : Promise.resolve());
  const { body } = await started.app.inject({ method: 'GET', url: '/', headers: { 'user-agent': browser } });
  expect(body).toContain('Issue No.');
  await started.stop();
});

describe('query parameters', () => {
  it('that no page reads do not change the page', async () => {
    const page = async (url: string) => {
      const { body, headers } = await get(url);
      const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
      return body.replaceAll(nonce, '').replaceAll(/At\\*":\d+/g, '');
    };
    for (const [url, same] of [
      ['/about', '/about?utm_source=letter&fbclid=1'],
      ['/?section=clash&after=20', '/?utm_source=letter&section=view&after=20&section=clash'],
    ] as const)
      expect(await page(same)).toBe(await page(url));
  });

  it('count by their last value if repeated, as in the browser', async () => {
    const { body } = await get('/clash?after=20&after=10');
    expect(body).toContain('<link rel="canonical" href="https://journal.example/clash?after=10">');
  });

  it.each([
    ['/?after=2147483648', '/'],
    ['/clash?after=9999999999', '/clash'],
    ['/issues?after=1000000', '/issues'],
  ])('that the API refuses as a cursor are left out: %s', async (url, canonical) => {
    const { body } = await get(url);
    expect(api.requests.filter(({ path }) => path.includes('after='))).toEqual([]);
    expect(body).toContain(`<link rel="canonical" href="https://journal.example${canonical}">`);
  });

  it('that choose older articles of one section on Home are all in the canonical link', async () => {
    for (const [url, canonical] of [
      ['/?section=clash', '/'],
      ['/?after=20', '/?after=20'],
      ['/?after=20&section=clash', '/?section=clash&amp;after=20'],
      ['/clash?after=20&section=view', '/clash?after=20'],
    ] as const) {
      const { body } = await get(url);
      expect(body).toContain(`<link rel="canonical" href="https://journal.example${canonical}">`);
    }
  });
});

describe('an address without a page', () => {
  it.each(['999', '0', '-1', '007', 'x', '99999999999', '1%00'])(
    '/article/%s returns 404 with the Article Not Found page',
    async (id) => {
      const response = await get(`/article/${id}`);
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain('Article Not Found');
      expect(response.body).toContain('<meta name="robots" content="noindex">');
    },
  );

  it.each([
    ...['nowhere', 'clash/deeper', 'article', 'index.html', '.env', 'wp-login.php', '_error', 'Nowhere'],
    ...['@fs/etc/passwd', '%40f%73/x', '@vite/client', '__vite_ping', '_%5fvite_ping?import'],
  ])('/%s returns 404 with the Page Not Found page', async (path) => {
    const response = await get(`/${path}`);
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('404 Page Not Found');
  });

  // The other redirects are tested with the page registry.
  it.each([
    ['/article/3/?x=1', '/article/3?x=1'],
    ['//evil.example/', '/evil.example'],
    ['/CLASH/?after=3', '/clash?after=3'],
  ])('%s permanently redirects to %s', async (url, location) => {
    const response = await get(url);
    expect([response.statusCode, response.headers.location]).toEqual([301, location]);
  });
});

describe('while the API is down', () => {
  const lists = 'This list could not be loaded.';
  const article = 'The journal is busy or restarting.';
  const cases = [
    ['/', browser, lists],
    ['/clash', browser, lists],
    ['/article/3', browser, article],
    ['/', 'curl/8.5.0', lists],
    ['/view', 'curl/8.5.0', lists],
    ['/article/3', 'curl/8.5.0', article],
  ] as const;

  it.each(cases)(
    '%s returns 503 with a plain message and no internals, for %s',
    async (url, agent, words) => {
      api.delay = down;
      const response = await get(url, { 'user-agent': agent });
      expect(response.statusCode).toBe(503);
      expect(response.body).toContain(words);
      expect(response.body).not.toMatch(/<template|Loading /);
      expect(response.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      expect(response.body).not.toMatch(/ECONN|10\.0\.0\.7|\.ts:|node_modules|at Object/);
      expect(response.body).toContain('<h1');
      expect(response.body).toContain('<footer');
    },
  );

  it('a list can be tried again without scripts where it is: older rows, one section', async () => {
    api.delay = down;
    const { body } = await get('/?after=20&x=1&section=clash');
    expect(body).toContain('href="?after=20&amp;section=clash">Try again');
    expect((await get('/clash')).body).toContain('href="?">Try again');
  });

  it.each(cases.filter(([url, agent]) => url.startsWith('/article') || agent !== browser))(
    '%s returns 503 within 1.5 s if the API never responds, for %s',
    async (url, agent, words) => {
      api.delay = never;
      const start = performance.now();
      const response = await get(url, { 'user-agent': agent });
      expect(performance.now() - start).toBeLessThan(1_500);
      expect(response.statusCode).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.body).toContain(words);
    },
  );

  it("one visitor's failed read does not make the pages of others wait", async () => {
    await get('/');
    api.delay = (path) => (path === '/api/articles/3' ? down() : Promise.resolve());
    expect((await get('/article/3')).statusCode).toBe(503);
    featuredAfter(300);
    const response = await get('/');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Loading featured articles...');
  });

  it('the page is sent without its lists if the API never responds', async () => {
    await get('/');
    api.delay = never;
    const start = performance.now();
    const response = await get('/clash');
    expect(performance.now() - start).toBeLessThan(1_500);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Loading debates...');
    expect(response.body).toContain('</html>');
  });

  it.each([browser, 'curl/8.5.0'])('pages that do not depend on it are served, for %s', async (agent) => {
    api.delay = down;
    expect((await get('/contact', { 'user-agent': agent })).statusCode).toBe(200);
    expect((await get('/nowhere', { 'user-agent': agent })).statusCode).toBe(404);
    expect((await get('/article/x', { 'user-agent': agent })).statusCode).toBe(404);
    const about = await get('/about', { 'user-agent': agent });
    expect(about.statusCode).toBe(200);
    expect(about.body.match(/Not available right now/g)).toHaveLength(2);
    expect(about.body).toContain('How We Work');
  });

  it('a list that fails after the shell was sent leaves the rest of the page intact', async () => {
    await get('/');
    featuredAfter(150, down);
    const response = await get('/');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('</html>');
    expect(response.body).not.toMatch(/ECONN|10\.0\.0\.7|\.ts:/);
  });
});

it('a page that throws returns 500 with an apology and no internals', async () => {
  // Vike writes the error there for developers; ours goes to the log.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api.articles = [
    { ...sampleArticle(1), title: null as unknown as string, content: null as unknown as string },
  ];
  const response = await get('/article/1');
  expect(response.statusCode).toBe(500);
  expect(response.body).toContain('Something went wrong');
  expect(response.body).not.toMatch(/404 Page Not Found|TypeError|\.tsx|node_modules/);
});

describe('malformed requests', () => {
  it.each(['invalid-request', 'version-not-found'] as const)(
    'for which the API refuses a list as %s get 400: trying again would not help',
    async (code) => {
      const refusing = await createWebService(config, {
        api: async (path, request) => (path.includes('/section/') ? problem(code) : api.fetch(path, request)),
      });
      const response = await refusing.app.inject({ url: '/clash', headers: { 'user-agent': browser } });
      await refusing.stop();
      expect(response.statusCode).toBe(400);
      expect(response.body).toContain('This list could not be loaded.');
    },
  );

  it('do not cause a 5xx', async () => {
    const paths = `/% /%E0%A4%A /article/% /%00 /about?x=% /about?after=%00 /?section=__proto__&after=-1
      /?section[]=clash&section=view /a%2f..%2f..%2fetc%2fpasswd /assets/..%2f..%2fserver%2fentry.mjs /assets/%00
      /assets/ /assets/nothing.js /.vite/manifest.json /index.pageContext.json /article/x/index.pageContext.json
      /article/999/index.pageContext.json /api/articles /\\evil.example /😀`.split(/\s+/);
    const long = ['/', '/article/', '/about?', '/assets/', '/clash/'].map(
      (start) => start + 'a'.repeat(7_000),
    );
    for (const url of [...paths, '/\u2028', ...long]) {
      const { statusCode } = await get(url);
      expect([url, statusCode >= 500]).toEqual([url, false]);
    }
  });

  it.each([
    ['a query of 7,900 parameters', `/about?${'a&'.repeat(7_900)}`, {}],
    ['a query of one parameter 1,900 times', `/clash?${'after=3&'.repeat(1_900)}`, {}],
    ['a path of slashes', `/a${'/'.repeat(15_800)}b/`, {}],
    ['an odd list of encodings', '/about', { 'accept-encoding': `a${'\t'.repeat(15_800)}b` }],
  ])('%s does not block the process', async (_what, url, headers) => {
    await get('/about');
    const start = performance.now();
    const response = await get(url, headers);
    expect(performance.now() - start).toBeLessThan(500);
    expect(response.statusCode).toBeLessThan(500);
  });

  it.each(['/zzz', '/Clash', '/article/x', '/article/999'])(
    'the page data of %s, which is no page, returns 404',
    async (path) => {
      expect((await get(`${path}/index.pageContext.json`)).statusCode).toBe(404);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    '%s to a page returns 405 or 415',
    async (method) => {
      const headers = { 'content-type': 'text/plain' };
      const { statusCode } = await web.app.inject({ method, url: '/about', payload: 'x', headers });
      expect([405, 415]).toContain(statusCode);
    },
  );

  it('Range and malformed headers do not change the response', async () => {
    const response = await get('/about', {
      range: 'bytes=0-10',
      'accept-encoding': 'x;q=z,,;',
      'if-none-match': '*',
    });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('</html>');
  });

  it('are answered with 2xx to 4xx if they consist of raw bytes that no client library sends', async () => {
    const { port } = new URL(await listening());
    for (const start of ['GET /a\u0000b', 'FOO /', 'GET http://[', 'GET *', '']) {
      const line = start === '' ? 'garbage' : `${start} HTTP/1.1`;
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 [234]/);
    }
  });

  it('that disconnect while a page is streamed do not break the server', async () => {
    const { port } = new URL(await listening());
    holdFeatured();
    for (let reader = 0; reader < 5; reader++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET / HTTP/1.1\r\nhost: x\r\nuser-agent: ${browser}\r\naccept-encoding: br\r\n\r\n`);
      await once(socket, 'data');
      socket.destroy();
    }
    api.delay = async () => {};
    expect((await get('/')).statusCode).toBe(200);
  });
});

it('hostile text is escaped in pages', async () => {
  const hostile = '</script><script>alert(1)</script><!--<script>\u2028';
  const content = `${hostile}\n\n${hostile}`;
  api.articles = [sampleArticle(1, { title: hostile, content, excerpt: hostile, authorName: hostile })];
  for (const url of ['/article/1', '/']) {
    const { body } = await get(url);
    expect(body).not.toContain('<script>alert(1)');
    expect(body).not.toContain('<!--<script>');
  }
});

it.each([
  ['Sample Writer', { '@type': 'Person', name: 'Sample Writer' }],
  ['Former contributor', undefined],
  ['Name withheld', undefined],
])('the author of a piece by %j is %j to search engines', async (authorName, author) => {
  api.articles = [sampleArticle(1, { authorName })];
  const { body } = await get('/article/1');
  const [, data = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(data).author).toEqual(author);
});

const getAs = (url: string, cookie: string = sampleCookie) => get(url, { cookie });
const sessionReads = () => api.requests.filter(({ path }) => path === '/api/auth/session');

describe('a page for a visitor', () => {
  it.each(['/', '/clash', '/profile', '/login'])('%s is rendered without reading a session', async (url) => {
    const response = await getAs(url, 'theme=dark; journal=');
    expect(response.statusCode).toBe(200);
    expect(sessionReads()).toEqual([]);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    expect(response.headers.vary).toContain('cookie');
    expect(response.body).toContain('href="/signup"');
  });

  it('is not indexed if it is an account page, except the sign-in page', async () => {
    for (const url of ['/signup', '/profile'])
      expect((await get(url)).body).toContain('<meta name="robots" content="noindex">');
    for (const url of ['/', '/login']) expect((await get(url)).body).not.toContain('noindex');
    expect((await get('/sitemap.xml')).body).not.toMatch(/login|signup|profile/);
  });
});

describe('a page for a signed-in user', () => {
  it.each(['/', '/article/3', '/nothing-here'])(
    '%s shows the user’s name, and can’t be stored',
    async (url) => {
      const response = await getAs(url, `theme=dark; ${sampleCookie}`);
      expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' });
      expect(response.body).toContain('Sample Writer<');
      expect(response.body).not.toContain('href="/signup"');
      expect(sessionReads()).toHaveLength(1);
      expect(sessionReads()[0]?.headers.cookie).toBe(sampleCookie);
    },
  );

  it('sends the session cookie with all other reads', async () => {
    await getAs('/article/3');
    expect(api.requests.find(({ path }) => path === '/api/articles/3')?.headers.cookie).toBe(sampleCookie);
  });

  it.each(['/login', '/signup'])('%s redirects to Home', async (url) => {
    const response = await getAs(url);
    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
  });

  it('passes on the cookie that the API sets or clears', async () => {
    api.session = async () => ({
      status: 200,
      headers: { 'set-cookie': 'journal=; Max-Age=0' },
      body: 'null',
    });
    const response = await getAs('/');
    expect(response.headers['set-cookie']).toBe('journal=; Max-Age=0');
    expect(response.body).toContain('href="/signup"');
  });

  it('shows in how many minutes the temporary password expires', async () => {
    const { body } = await api.fetch('/api/auth/session', { headers: { cookie: sampleCookie } });
    api.session = async () => ({ status: 200, headers: { 'journal-password-minutes': '59' }, body });
    for (const url of ['/profile', '/search?q=a', '/no-such-page'])
      expect((await getAs(url)).body).toContain('Choose a new one</a> within 59 minutes.');
  });

  it('about the mailing of an issue that does not exist is not found', async () => {
    const { body } = await api.fetch('/api/auth/session', { headers: { cookie: sampleCookie } });
    const editor = JSON.stringify({ ...JSON.parse(body ?? ''), roles: ['editor'] });
    api.session = async () => ({ status: 200, headers: {}, body: editor });
    expect((await getAs('/admin/issues/9/mailing')).statusCode).toBe(404);
  });

  it('treats a 401 from the API as no session', async () => {
    api.session = async () => problem('not-signed-in');
    expect((await getAs('/profile')).body).toContain('Access Denied');
  });

  it('reads the session during client-side navigation only if the page depends on it', async () => {
    await getAs('/clash/index.pageContext.json');
    expect(sessionReads()).toEqual([]);
    const response = await getAs('/login/index.pageContext.json');
    expect(sessionReads()).toHaveLength(1);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' });
  });
});

describe('if the session read', () => {
  it.each([
    ['fails', async () => problem('internal')],
    ['breaks', () => Promise.reject(new Error('away'))],
    ['is no JSON', async () => ({ status: 200, headers: {}, body: '<html>' })],
  ])(
    '%s, articles and the sign-in page are still served, and the profile returns 503',
    async (_how, before) => {
      api.session = before;
      const response = await getAs('/article/3');
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('Paragraph 1 of article 3');
      expect((await getAs('/profile')).statusCode).toBe(503);
      expect((await getAs('/login')).statusCode).toBe(200);
    },
  );

  it('hangs, a page is still sent with its lists', async () => {
    let release = () => {};
    api.session = () =>
      new Promise((resolve) => {
        release = () => resolve(undefined);
      });
    const response = await getAs('/clash');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Sample article number');
    release();
  });
});

import type { Service } from '@journal/service-kit';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSampleApi, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { sampleArticle, sampleArticles, sampleIssue } from '../../../tools/testing/site-content.ts';
import { createWebService } from '../index.ts';

const api = createSampleApi();
let web: Service;

beforeAll(async () => {
  const names = { JOURNAL_NAME: 'The <Forum> & Co', PUBLIC_URL: 'https://journal.example/' };
  web = await createWebService({ ...sampleWebConfig, ...names }, { api: api.fetch });
  await web.start();
});
afterAll(() => web.stop());
afterEach(() => {
  api.articles = sampleArticles(30);
  api.issues = [];
  api.delay = async () => {};
});

const get = (url: string, headers: Record<string, string> = {}) =>
  web.app.inject({ method: 'GET', url, headers });

/** Parses the document as XML; throws if it is not well-formed. */
function parse(xml: string) {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new Error(valid.err.msg);
  return new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    processEntities: true,
    isArray: (name) => ['item', 'entry', 'url', 'link'].includes(name),
  }).parse(xml);
}

describe.each(['', '/clash', '/view', '/culture'])('the feeds of "%s"', (path) => {
  it('contain the newest articles in full', async () => {
    const expected = api.articles.filter(({ section }) => path === '' || section === path.slice(1));
    const [newest = sampleArticle(0)] = expected;
    const address = `https://journal.example/article/${newest.id}`;
    const author = `${newest.authorName}, ${newest.authorAge}`;

    const rss = await get(`${path}/feed.xml`);
    expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const { channel } = parse(rss.body).rss;
    expect(channel.item.map((item: { link: string[] }) => item.link[0])).toEqual(
      expected.map(({ id }) => `https://journal.example/article/${id}`),
    );
    expect(channel.item[0]).toMatchObject({
      title: newest.title,
      'dc:creator': author,
      pubDate: new Date(newest.createdAt).toUTCString(),
      guid: { '#text': address, '@_isPermaLink': 'true' },
    });
    expect(channel.item[0]['content:encoded'].match(/<p>/g)).toHaveLength(6);
    expect(channel['atom:link']).toMatchObject({
      '@_href': `https://journal.example${path}/feed.xml`,
      '@_rel': 'self',
    });
    if (path === '/clash') expect(channel.description).toBe('Debates with opposing viewpoints.');

    const atom = await get(`${path}/atom.xml`);
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const { feed } = parse(atom.body);
    expect(feed.updated).toBe(newest.createdAt);
    expect(feed.entry[0]).toMatchObject({
      id: address,
      published: newest.createdAt,
      author: { name: author },
    });
  });
});

it('a feed is as new as its newest entry, even if that is not the first', async () => {
  const imported = sampleArticle(3, { createdAt: '2024-05-06T07:08:09.000Z' });
  api.articles = [imported, sampleArticle(2), sampleArticle(1)];
  api.issues = [
    sampleIssue(8, [imported], { publishedAt: '2026-04-01T12:00:00.000Z' }),
    sampleIssue(7, [imported], { publishedAt: '2026-04-03T12:00:00.000Z' }),
  ];
  for (const [path, newest] of [
    ['', sampleArticle(2).createdAt],
    ['/issues', '2026-04-03T12:00:00.000Z'],
  ] as const) {
    expect(parse((await get(`${path}/atom.xml`)).body).feed.updated).toBe(newest);
    const { lastBuildDate } = parse((await get(`${path}/feed.xml`)).body).rss.channel;
    expect(lastBuildDate).toBe(new Date(newest).toUTCString());
  }
});

it('the feeds of issues contain each issue’s cover and its articles', async () => {
  const articles = sampleArticles(3);
  api.issues = [
    sampleIssue(8, articles, { title: null }),
    sampleIssue(7, articles, { title: 'A <b>\u0001 ]]>' }),
  ];
  const rss = await get('/issues/feed.xml');
  expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  const { item } = parse(rss.body).rss.channel;
  expect(item.map(({ title, link }: { title: string; link: string[] }) => [title, link[0]])).toEqual([
    ['Issue 8', 'https://journal.example/issues/8'],
    ['Issue 7: A &lt;b&gt; ]]&gt;', 'https://journal.example/issues/7'],
  ]);
  const content = item[0]['content:encoded'];
  expect(content).toContain('<img src="https://journal.example/issues/8/cover.png"');
  expect(content.match(/<li><a href="https:\/\/journal\.example\/article\/\d+">/g)).toHaveLength(3);
  const { feed } = parse((await get('/issues/atom.xml')).body);
  expect([feed.updated, feed.entry[1].id]).toEqual([
    api.issues[0]?.publishedAt,
    'https://journal.example/issues/7',
  ]);
  for (const page of ['/issues', '/issues/7']) {
    const { body } = await get(page);
    for (const file of ['feed.xml', 'atom.xml']) expect(body, page).toContain(`href="/issues/${file}"`);
  }
});

it('structured data names an article’s issue and journal, and the articles of an issue', async () => {
  api.issues = [sampleIssue(7, sampleArticles(2), { title: 'Snow' })];
  const dataOf = async (url: string) =>
    JSON.parse(
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec((await get(url)).body)?.[1] ?? '',
    );
  expect(await dataOf('/issues/7')).toMatchObject({
    '@type': 'PublicationIssue',
    issueNumber: 7,
    name: 'Snow',
    datePublished: '2026-04-10',
    isPartOf: { '@type': 'Periodical', name: 'The <Forum> & Co' },
    hasPart: [
      { '@id': 'https://journal.example/article/2', headline: 'Sample article number 2' },
      { '@id': 'https://journal.example/article/1' },
    ],
  });
  const periodical = { '@type': 'Periodical', '@id': 'https://journal.example/#periodical' };
  expect((await dataOf('/article/2')).isPartOf).toMatchObject({
    '@id': 'https://journal.example/issues/7',
    issueNumber: 7,
    isPartOf: periodical,
  });
  expect((await dataOf('/article/3')).isPartOf).toMatchObject(periodical);
});

it('a feed contains at most 50 articles, and omits the age of a writer who shows none', async () => {
  api.articles = sampleArticles(70);
  expect(parse((await get('/feed.xml')).body).rss.channel.item).toHaveLength(50);
  api.articles = [sampleArticle(1, { authorName: 'Former contributor', authorAge: null })];
  expect(parse((await get('/atom.xml')).body).feed.entry[0].author.name).toBe('Former contributor');
});

it('an empty feed is dated to the day of the first issue', async () => {
  api.articles = [];
  expect(parse((await get('/atom.xml')).body).feed.updated).toBe('2026-01-05T00:00:00.000Z');
  expect(parse((await get('/feed.xml')).body).rss.channel.lastBuildDate).toBe(
    'Mon, 05 Jan 2026 00:00:00 GMT',
  );
});

describe.each(['/feed.xml', '/atom.xml', '/sitemap.xml'])('%s', (url) => {
  it('is well-formed for any text, and escapes markup', async () => {
    const hostile = 'A ]]> <b>&amp; "quoted" \u0085 😀 𝕏 \u2028 </item></entry><script>';
    const content = `${hostile}\n\n${hostile}\u0001\ud800`;
    api.articles = [sampleArticle(1, { title: hostile, excerpt: hostile, content, authorName: hostile })];
    const { body } = await get(url);
    parse(body);
    expect(body).not.toContain('<script>');
    if (url === '/sitemap.xml') return;
    expect(body).toContain('😀 𝕏');
    expect(body).not.toContain('\u0001');
  });

  it('is valid if there is no article', async () => {
    api.articles = [];
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain('1970');
    expect((await get(url)).body).toBe(response.body);
    parse(response.body);
  });

  it('returns 304 for an unchanged ETag or date, and 200 after a change', async () => {
    const first = await get(url);
    const { etag, 'last-modified': since } = first.headers as Record<string, string>;
    expect(etag).toMatch(/^W\/"/);
    const known = await get(url, { 'if-none-match': `"other", ${etag}` });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect((await get(url, { 'if-modified-since': since ?? '' })).statusCode).toBe(304);

    api.articles = [sampleArticle(31), ...sampleArticles(30)];
    expect((await get(url, { 'if-modified-since': since ?? '' })).statusCode).toBe(200);
    const changed = await get(url, { 'if-none-match': etag ?? '', 'if-modified-since': since ?? '' });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  it('returns 503 with a problem document while the API is down', async () => {
    api.delay = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const response = await get(url);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toMatchObject({ code: 'unavailable' });
  });

  it.each(['br', 'gzip'])('is compressed with %s if the client accepts it', async (encoding) => {
    const response = await get(url, { 'accept-encoding': encoding });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.rawPayload.length).toBeLessThan((await get(url)).rawPayload.length);
  });
});

describe('the sitemap', () => {
  it('lists every page, every article of all pages of the list, and every issue', async () => {
    api.articles = sampleArticles(250);
    api.issues = [sampleIssue(2, api.articles), sampleIssue(1, api.articles)];
    api.requests.length = 0;
    const { urlset } = parse((await get('/sitemap.xml')).body);
    const addresses = urlset.url.map(({ loc }: { loc: string }) => loc);
    expect(addresses.slice(0, 10)).toEqual(
      [
        '/',
        '/clash',
        '/view',
        '/culture',
        '/issues',
        '/about',
        '/contact',
        '/contact/example',
        '/privacy',
        '/terms',
      ].map((path) => `https://journal.example${path}`),
    );
    expect(addresses.slice(260)).toEqual([
      'https://journal.example/issues/2',
      'https://journal.example/issues/1',
    ]);
    expect(addresses[10]).toBe('https://journal.example/article/250');
    expect(new Date(urlset.url[10].lastmod).toISOString()).toBe(api.articles[0]?.createdAt);
    expect(api.requests.map(({ path }) => path)).toEqual([
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^\/api\/articles\?/)),
      '/api/issues?limit=100',
    ]);
  });

  it('is built once for concurrent requests', async () => {
    api.requests.length = 0;
    await Promise.all([get('/sitemap.xml'), get('/sitemap.xml'), get('/sitemap.xml')]);
    expect(api.requests).toHaveLength(2);
  });
});

it('robots.txt names the sitemap and disallows the API, the newsroom and the search', async () => {
  const { body, headers } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /admin',
      'Disallow: /search',
      'Sitemap: https://journal.example/sitemap.xml',
    ]),
  );
});

it('a page’s title includes the journal’s name, its og:title does not, and it links to the feeds', async () => {
  const { body } = await get('/clash');
  expect(body.match(/<title>[^<]*/g)).toEqual(['<title>The Clash · The &lt;Forum&gt; &amp; Co']);
  expect(body.match(/<meta property="og:title"[^>]*>/g)).toEqual([
    '<meta property="og:title" content="The Clash">',
  ]);
  for (const href of ['/feed.xml', '/atom.xml', '/clash/feed.xml', '/clash/atom.xml'])
    expect(body).toContain(`href="${href}"`);
});

it('the web manifest contains the journal’s name', async () => {
  const response = await get('/manifest.webmanifest');
  expect(response.headers['content-type']).toContain('application/manifest+json');
  expect(response.json()).toMatchObject({ name: 'The <Forum> & Co', start_url: '/' });
});

import { formerContributor } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { useQuerySystem } from '../testing/query-system.ts';

const system = useQuerySystem({}, async () => {
  await system.tables.commit({
    articles: [
      { id: 1, section: 'clash' },
      { id: 2, section: 'view', featured: 1 },
      { id: 3, section: 'view', isDeleted: true },
      { id: 4, section: 'culture', featured: 1, authorName: null },
      { id: 5, section: 'view', title: null },
      { id: 6, section: 'view', authorName: 'Writer 1' },
      { id: 7, section: 'clash', featured: 1 },
    ],
  });
});

const ids = async (url: string) =>
  (await system.get(url)).json<{ id: number }[]>().map((article) => article.id);

describe('lists', () => {
  it.each([
    ['/api/articles', [7, 6, 4, 2, 1]],
    ['/api/articles?section=view', [6, 2]],
    ['/api/articles?featured=1', [7, 4, 2]],
    ['/api/articles?featured=0', [6, 1]],
    ['/api/articles?section=clash&featured=1', [7]],
    ['/api/articles?limit=2', [7, 6]],
    ['/api/articles?limit=2&after=6', [4, 2]],
    ['/api/articles?after=4', [2, 1]],
    ['/api/articles?after=1', []],
    ['/api/articles/featured', [7, 4, 2]],
    ['/api/articles/featured?limit=1&after=7', [4]],
    ['/api/articles/section/view', [6, 2]],
    ['/api/articles/section/clash?fields=card', [7, 1]],
    ['/api/articles/section/culture?limit=100', [4]],
  ])('%s returns the articles %j', async (url, expected) => {
    expect(await ids(url)).toEqual(expected);
    expect(await ids(url)).toEqual(expected);
  });

  it('contain whole articles by default and cards without content, with fields in the same order', async () => {
    const [whole] = (await system.get('/api/articles?limit=1')).json();
    expect(whole).toEqual({
      id: 7,
      title: 'Title 7',
      excerpt: 'Excerpt 7',
      section: 'clash',
      authorName: 'Writer 7',
      authorAge: 15,
      authorSchool: 'A School',
      readTime: 3,
      featured: 1,
      cover: 'auto',
      createdAt: '2026-01-01T00:07:00.000Z',
      content: 'Content 7, revision 0',
    });
    const [card] = (await system.get('/api/articles?limit=1&fields=card')).json();
    const { content: _content, ...rest } = whole;
    expect(card).toEqual(rest);
    expect(Object.keys(card)).toEqual(Object.keys(rest));
  });

  it.each([
    ['/api/articles?limit=5', undefined],
    ['/api/articles?limit=6', undefined],
    ['/api/articles', undefined],
    ['/api/articles?limit=4', '</api/articles?limit=4&after=2>; rel="next"'],
    ['/api/articles?fields=card&limit=1&section=view&featured=0', undefined],
    [
      '/api/articles?fields=card&limit=1&section=view',
      '</api/articles?section=view&limit=1&after=6&fields=card>; rel="next"',
    ],
    ['/api/articles/featured?limit=2', '</api/articles/featured?limit=2&after=4>; rel="next"'],
    [
      '/api/articles/section/view?limit=1&fields=card',
      '</api/articles/section/view?limit=1&after=6&fields=card>; rel="next"',
    ],
  ])('%s has the Link header %s', async (url, link) => {
    expect((await system.get(url)).headers.link).toBe(link);
    expect((await system.get(url)).headers.link).toBe(link);
  });
});

describe('one article', () => {
  it('is returned with its content', async () => {
    expect((await system.get('/api/articles/2')).json()).toMatchObject({
      id: 2,
      content: 'Content 2, revision 0',
    });
  });

  it('has no byline if its writer is forgotten', async () => {
    expect((await system.get('/api/articles/4')).json()).toMatchObject({
      authorName: formerContributor,
      authorAge: null,
      authorSchool: null,
    });
  });

  it.each(['3', '5', '99', '0', '-1', '1.0', '01', '2147483648', '99999999999999', 'abc', '%00', '1%20'])(
    'returns 404 for the id %s',
    async (id) => {
      const answer = await system.get(`/api/articles/${id}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'article-not-found' });
      expect(answer.headers).toMatchObject({
        'content-type': expect.stringContaining('application/problem+json'),
        'journal-position': system.tables.position,
        'cache-control': 'no-store',
      });
    },
  );
});

it('the statistics count listed articles and distinct writer names', async () => {
  const since = '2026-01-01T00:01:00.000Z';
  expect((await system.get('/api/stats')).json()).toEqual({ articles: 5, writers: 3, since });
});

describe('an unknown section', () => {
  it.each(['news', 'View', 'views', 'toString', '%2e'])('returns 404: %s', async (section) => {
    expect((await system.get(`/api/articles/section/${section}`)).statusCode).toBe(404);
  });
});

describe('an invalid query', () => {
  it.each([
    '/api/articles?limit=0',
    '/api/articles?limit=101',
    '/api/articles?limit=ten',
    '/api/articles?limit=01',
    '/api/articles?limit=1.0',
    '/api/articles?limit=1&limit=2',
    '/api/articles?limit=',
    '/api/articles?after=0',
    '/api/articles?after=-1',
    '/api/articles?after=9999999999',
    '/api/articles?after=01',
    '/api/articles?after=',
    '/api/articles?fields=all',
    '/api/articles?section=news',
    '/api/articles?featured=2',
    '/api/articles?featured=true',
    '/api/articles?page=2',
    '/api/articles/featured?section=view',
    '/api/articles/section/view?featured=1',
    '/api/articles/1?fields=card',
    '/api/stats?x=1',
    '/api/changes?x=1',
  ])('returns 400 with a message: %s', async (url) => {
    const answer = await system.get(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/\w+ .*\w/),
    });
  });
});

describe('ETag', () => {
  const paths = ['/api/articles', '/api/articles?limit=2&fields=card', '/api/articles/2', '/api/stats'];

  it.each(paths)('%s returns 304 with the same headers for a known ETag', async (url) => {
    const first = await system.get(url);
    const etag = String(first.headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await system.get(url, { 'if-none-match': known });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      for (const name of ['etag', 'cache-control', 'journal-position', 'link', 'vary'])
        expect(again.headers[name]).toBe(first.headers[name]);
    }
    expect((await system.get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-cache');
  });

  it.each(paths)('HEAD %s returns the headers of GET and no body', async (url) => {
    const got = await system.get(url);
    const head = await system.service.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-length', 'content-type', 'journal-position'])
      expect(head.headers[name]).toBe(got.headers[name]);
  });

  it('changes with each revision of an article', async () => {
    const before = (await system.get('/api/articles/1')).headers.etag;
    expect(before).toMatch(/^"0-/);
    const position = await system.tables.commit({
      articles: [{ id: 1, section: 'clash' }],
      topics: ['article:1'],
    });
    const after = await system.get('/api/articles/1', { 'journal-position': position });
    expect(after.headers.etag).toMatch(/^"1-/);
  });
});

it('other methods return 405 with the allowed ones', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const answer = await system.service.app.inject({ method, url: '/api/articles/1' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

import { revisionsOfIfMatch, topics } from '@journal/contracts';
import { until } from '@journal/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useQuerySystem } from '../testing/query-system.ts';

const system = useQuerySystem({}, async () => {
  await system.tables.commit({ articles: [{ id: 1 }, { id: 2 }, { id: 3, featured: 1 }] });
});

/** Reads the current state of the tables. */
const read = (url: string, headers = {}) =>
  system.get(url, { 'journal-position': system.tables.position, ...headers });
const idsOf = (articles: readonly { id: number }[]) => articles.map(({ id }) => id);
const upTo = (last: number, fields = {}) =>
  Array.from({ length: last }, (_, index) => ({ id: index + 1, ...fields }));

it('a list without a limit is cached if it is short', async () => {
  const hits = async () => {
    const { body } = await system.get('/metrics');
    return Number(/^journal_answers_kept_hits\{[^}]*\} (\d+)$/m.exec(body)?.[1]);
  };
  // On a busy machine, a read may take longer than the one second for which it may be cached.
  await until(async () => {
    expect((await read('/api/articles')).headers.etag).toMatch(/^"/);
    const before = await hits();
    await read('/api/articles');
    expect(await hits()).toBe(before + 1);
  });
});

it('a forgotten byline is in no response, and ETags from before no longer match', async () => {
  const urls = [
    '/api/articles/3',
    '/api/articles',
    '/api/articles?limit=1',
    '/api/articles?fields=card',
    '/api/articles/featured',
    '/api/articles/section/view',
  ];
  const before = await Promise.all(urls.map((url) => read(url)));
  for (const answer of before) expect(answer.body).toContain('Writer 3');
  await system.tables.commit({
    forgotten: 'writer',
    topics: [topics.articles, topics.article(3), topics.section('view'), topics.featured, topics.stats],
  });
  for (const [index, url] of urls.entries()) {
    const etag = before[index]?.headers.etag;
    const answer = await read(url, { 'if-none-match': etag });
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.body).toContain('Former contributor');
    expect(answer.body).not.toContain('Writer 3');
    expect(answer.headers.etag).not.toBe(etag);
  }
});

it('forgetting a byline changes an article’s ETag, but not the revision that If-Match reads from it', async () => {
  await system.tables.commit({ articles: [{ id: 2 }], topics: [topics.article(2)] });
  const etag = async () => String((await read('/api/articles/2')).headers.etag);
  const before = await etag();
  await system.tables.commit({ forgotten: 'writer', topics: [topics.article(2)] });
  expect(await etag()).not.toBe(before);
  expect(revisionsOfIfMatch(await etag())).toEqual(revisionsOfIfMatch(before));
});

it('paging returns each article once while others are published and deleted', async () => {
  await system.tables.commit({ articles: upTo(30), topics: ['articles'] });
  const seen: number[] = [];
  let url: string | undefined = '/api/articles?limit=4&fields=card';
  let newest = 30;
  while (url !== undefined) {
    const answer: Awaited<ReturnType<typeof read>> = await read(url);
    seen.push(...idsOf(answer.json()));
    const gone = seen.at(-1) ?? 0;
    await system.tables.commit({
      articles: [{ id: ++newest }, { id: gone, isDeleted: true }],
      topics: ['articles'],
    });
    url = /<(.*)>/.exec(String(answer.headers.link))?.[1];
  }
  expect(seen).toEqual(idsOf(upTo(30)).reverse());
});

it('a page of a list has another ETag once it is the last: a client keeps a header that a 304 lacks', async () => {
  const url = '/api/articles/section/culture?limit=1';
  const change = (isDeleted: boolean) =>
    system.tables.commit({
      articles: [{ id: 41, section: 'culture', isDeleted }, ...(isDeleted ? [] : [sameSection])],
      topics: ['section:culture'],
    });
  const sameSection = { id: 42, section: 'culture' as const };
  await change(false);
  const before = await read(url);
  expect(before.headers.link).toContain('after=42');
  await change(true);
  const after = await read(url, { 'if-none-match': before.headers.etag });
  expect([after.statusCode, after.body, after.headers.link]).toEqual([200, before.body, undefined]);
});

describe('a list too long to be held in memory', () => {
  const content = 'x'.repeat(50_000);
  beforeAll(() => system.tables.commit({ articles: upTo(150, { content }), topics: ['articles'] }));

  it('is returned in full', async () => {
    const answer = await read('/api/articles');
    expect(idsOf(answer.json())).toEqual(idsOf(upTo(150)).reverse());
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'journal-position': system.tables.position,
      'cache-control': 'no-cache',
    });
    expect(answer.json()[0].content).toBe(content);
  });

  it('returns 304 for its ETag until an article changes', async () => {
    const etag = String((await read('/api/articles')).headers.etag);
    const again = await read('/api/articles', { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const head = await system.service.app.inject({ method: 'HEAD', url: '/api/articles' });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
    // As a deployment with other fields gave it: the position alone does not stand for the JSON.
    const otherFields = { 'if-none-match': `W/"${system.tables.position}"` };
    expect((await read('/api/articles', otherFields)).statusCode).toBe(200);
    await system.tables.commit({ articles: [{ id: 1, title: 'New' }], topics: ['articles'] });
    const after = await read('/api/articles', { 'if-none-match': etag });
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(etag);
  });
});

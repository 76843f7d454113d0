import { revisionsOfIfMatch, topics } from '@journal/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';

let system: QuerySystem;
beforeEach(async () => {
  system = await createQuerySystem();
});
afterEach(() => system.close());

const nextOf = (headers: Record<string, unknown>) => /<(.*)>/.exec(String(headers['link']))?.[1];

describe('paging', () => {
  it('meets every article once that was there all the time, whatever is published and deleted meanwhile', async () => {
    const first = Array.from({ length: 30 }, (_, index) => ({ id: index + 1 }));
    await system.tables.commit({ articles: first });
    await system.untilReady();
    const seen: number[] = [];
    let url: string | undefined = '/api/articles?limit=4&fields=card';
    let newest = 30;
    while (url !== undefined) {
      const answer = await system.get(url, { 'journal-position': system.tables.position });
      seen.push(...answer.json<{ id: number }[]>().map((article) => article.id));
      const gone = seen.at(-1) ?? 0;
      await system.tables.commit({
        articles: [{ id: ++newest }, { id: gone, isDeleted: true }],
        topics: ['articles'],
      });
      url = nextOf(answer.headers);
    }
    expect(seen).toEqual(first.map(({ id }) => id).reverse());
  });
});

describe('a list without an end', () => {
  const content = 'x'.repeat(50_000);
  const many = Array.from({ length: 150 }, (_, index) => ({ id: index + 1, content }));

  it('that is too long to be held comes in pieces, whole', async () => {
    await system.tables.commit({ articles: many });
    await system.untilReady();
    const answer = await system.get('/api/articles');
    expect(answer.json<{ id: number; content: string }[]>().map(({ id }) => id)).toEqual(
      many.map(({ id }) => id).reverse(),
    );
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'journal-position': system.tables.position,
      'cache-control': 'no-cache',
    });
    expect(answer.json()[0].content).toBe(content);
  });

  it('that is too long to be held has a tag that holds until anything changes', async () => {
    await system.tables.commit({ articles: many });
    await system.untilReady();
    const etag = String((await system.get('/api/articles')).headers.etag);
    const again = await system.get('/api/articles', { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const head = await system.service.app.inject({ method: 'HEAD', url: '/api/articles' });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag]);
    const position = await system.tables.commit({
      articles: [{ id: 1, title: 'New' }],
      topics: ['articles'],
    });
    const after = await system.get('/api/articles', { 'if-none-match': etag, 'journal-position': position });
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(etag);
  });

  it('that is short is cached like any other', async () => {
    await system.tables.commit({ articles: [{ id: 1 }, { id: 2 }] });
    await system.untilReady();
    const first = await system.get('/api/articles');
    expect(first.headers.etag).toMatch(/^"/);
    await system.get('/api/articles');
    expect((await system.get('/metrics')).body).toMatch(/journal_answers_kept_hits\{[^}]*\} 1/);
  });
});

describe('a byline that is forgotten', () => {
  const urls = [
    '/api/articles/1',
    '/api/articles',
    '/api/articles?limit=1',
    '/api/articles?fields=card',
    '/api/articles/featured',
    '/api/articles/section/view',
  ];
  const name = 'Writer 1';

  it('is in no response and behind no tag from before', async () => {
    await system.tables.commit({ articles: [{ id: 1, featured: 1 }] });
    await system.untilReady();
    const before = await Promise.all(urls.map((url) => system.get(url)));
    for (const answer of before) expect(answer.body).toContain(name);
    const tags = before.map((answer) => String(answer.headers.etag));
    const position = await system.tables.commit({
      forgotten: 'writer',
      topics: [topics.articles, topics.article(1), topics.section('view'), topics.featured, topics.stats],
    });
    for (const [index, url] of urls.entries()) {
      const headers = { 'journal-position': position, 'if-none-match': tags[index] ?? '' };
      const answer = await system.get(url, headers);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.body).toContain('Former contributor');
      expect(answer.body).not.toContain(name);
      expect(answer.headers.etag).not.toBe(tags[index]);
    }
  });

  it('lets an editor who has read the article before still save it', async () => {
    await system.tables.commit({ articles: [{ id: 2 }] });
    await system.untilReady();
    const etag = async () =>
      String(
        (await system.get('/api/articles/2', { 'journal-position': system.tables.position })).headers.etag,
      );
    const before = await etag();
    await system.tables.commit({ forgotten: 'writer', topics: [topics.article(2)] });
    expect(await etag()).not.toBe(before);
    expect(revisionsOfIfMatch(await etag())).toEqual(revisionsOfIfMatch(before));
  });
});

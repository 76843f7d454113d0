import { revisionsOfIfMatch, topics } from '@journal/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQuerySide, type QuerySide } from '../testing/query-side.ts';

let side: QuerySide;
const urls = [
  '/api/articles/1',
  '/api/articles',
  '/api/articles?limit=1',
  '/api/articles?fields=card',
  '/api/articles/featured',
  '/api/articles/section/view',
];
const name = 'Writer 1';

beforeAll(async () => {
  side = await createQuerySide();
  await side.tables.commit({ articles: [{ id: 1, featured: 1 }] });
  await side.untilReady();
});
afterAll(() => side.close());

it('a writer who is forgotten is told by no answer and no tag from before', async () => {
  const before = await Promise.all(urls.map((url) => side.get(url)));
  for (const answer of before) expect(answer.body).toContain(name);
  const tags = before.map((answer) => String(answer.headers.etag));
  const position = await side.tables.commit({
    forgotten: 'writer',
    topics: [topics.articles, topics.article(1), topics.section('view'), topics.featured, topics.stats],
  });
  for (const [index, url] of urls.entries()) {
    const headers = { 'journal-position': position, 'if-none-match': tags[index] ?? '' };
    const answer = await side.get(url, headers);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(answer.body).toContain('Former contributor');
    expect(answer.body).not.toContain(name);
    expect(answer.headers.etag).not.toBe(tags[index]);
  }
});

it('an editor who has read the article before may still save it', async () => {
  await side.tables.commit({ articles: [{ id: 2 }], topics: [topics.article(2)] });
  const etag = async () =>
    String((await side.get('/api/articles/2', { 'journal-position': side.tables.position })).headers.etag);
  const before = await etag();
  await side.tables.commit({ forgotten: 'writer', topics: [topics.article(2)] });
  expect(await etag()).not.toBe(before);
  expect(revisionsOfIfMatch(await etag())).toEqual(revisionsOfIfMatch(before));
});

import { expect, it } from 'vitest';
import { touches } from './topics.ts';

const read = (data: unknown) => ({ state: { data } });
const answer = (...topics: string[]) => ({ body: [], next: null, position: '1', topics });

it.each([
  ['one that names the topic', read(answer('articles')), ['articles', 'stats'], true],
  ['one that names one of several', read(answer('articles', 'submissions')), ['submissions'], true],
  ['one that names another', read(answer('article:12')), ['article:1', 'article:123', 'articles'], false],
  ['one that names no topic', read(answer()), ['articles'], false],
  ['any, after a gap', read(answer('stats')), ['*'], true],
  ['one without a list of topics', read({ ...answer(), topics: null }), ['stats'], true],
  ['one that failed', read(undefined), ['stats'], true],
  ['a row that no longer exists', read(null), ['stats'], true],
  ['a row of a form', read({ row: {}, etag: '"1"', topics: ['article:1'] }), ['article:2'], false],
  ['a list page by page', read({ pages: [answer('featured'), answer('featured')] }), ['featured'], true],
  ['another list', read({ pages: [answer('featured')] }), ['stats'], false],
])('whether a change touches a query: %s', (_read, query, topics, touched) => {
  expect(touches({ topics }, query)).toBe(touched);
});

import { expect, it } from 'vitest';
import { newsroomArticles, newsroomCounts, submissions } from '../data/newsroom.queries.ts';
import { newsroomTopics } from './newsroom-topics.ts';
import { alsoTouch, touches } from './topics.ts';

alsoTouch(newsroomTopics);

it.each([
  [newsroomArticles({ status: 'deleted', q: 'x' }).path, ['articles'], true],
  [newsroomArticles({}).path, ['submissions'], false],
  [newsroomCounts().path, ['articles'], true],
  [newsroomCounts().path, ['submissions'], true],
  [newsroomCounts().path, ['audit'], false],
  [submissions({}).path, ['submissions'], true],
  [submissions({}).path, ['articles'], false],
  ['/api/submissions/a%20b', ['submission:a b'], true],
  ['/api/submissions/a', ['submissions', 'submission:b'], false],
  [submissions({}).path, ['*'], true],
])('%s is touched by %j: %s', (path, topics, touched) => {
  expect(touches({ topics }, path)).toBe(touched);
});

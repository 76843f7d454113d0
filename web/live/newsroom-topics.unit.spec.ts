import { expect, it } from 'vitest';
import { audit } from '../data/audit.queries.ts';
import { history, historyVersion } from '../data/history.queries.ts';
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
  [history({ kind: 'articles', id: '7' }).path, ['article:7'], true],
  [history({ kind: 'articles', id: '7' }).path, ['article:8', 'articles'], false],
  [historyVersion({ kind: 'submissions', id: 'a' }, 3).path, ['submission:a'], true],
  [audit({ q: 'x' }).path, ['audit'], true],
  [audit({}).path, ['articles'], false],
])('%s is touched by %j: %s', (path, topics, touched) => {
  expect(touches({ topics }, path)).toBe(touched);
});

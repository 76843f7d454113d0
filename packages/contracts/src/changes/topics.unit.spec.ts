import { expect, it } from 'vitest';
import { topicsTouch } from './topics.ts';

it.each([
  [['article:1'], ['stats', 'article:1'], true],
  [['article:1'], ['article:2', 'stats'], false],
  [['article:1'], ['*'], true],
  [['*'], ['stats'], true],
  [['*'], [], true],
  [[], ['*'], false],
  [['article:1'], [], false],
])('a change of the topics %j affects a response with the topics %j: %s', (changed, read, touched) => {
  expect(topicsTouch(new Set(changed), read)).toBe(touched);
});

import { topics } from '@journal/contracts';
import { expect, it } from 'vitest';
import { type Audience, topicsFor } from './audience.ts';

const everybodys = ['articles', 'article:7', 'section:view', 'featured', 'stats', '*'];
const newsrooms = [topics.submissions, topics.submission('a'), topics.audit, 'of tomorrow', 'articles:x'];
const all = [...everybodys, ...newsrooms, topics.mine('ada'), topics.mine('ben'), 'mine:'];
const is = (userId: string, isAdmin = false): Audience => ({ userId, isAdmin, sessionVersion: 0 });

it.each<[string, Audience | undefined, string[]]>([
  ['a visitor', undefined, []],
  ['a writer', is('ada'), ['mine:ada']],
  ['another writer', is('ben'), ['mine:ben']],
  ['an administrator', is('cleo', true), newsrooms],
  ['an administrator who writes', is('ada', true), [...newsrooms, 'mine:ada']],
])('%s is told what is public and their own', (_who, audience, more) => {
  expect(topicsFor(all, audience)).toEqual([...everybodys, ...more]);
});

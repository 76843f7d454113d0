import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyCache } from './key-cache.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const keys = (...subjects: string[]) => new Map(subjects.map((subject) => [subject, key]));
const start = (max = 10) => {
  const clock = { time: 0 };
  return { clock, cache: createKeyCache(max, 750, () => clock.time) };
};

it('a lease starts at the query that renewed it, is never shortened, and ends when the cache is cleared', () => {
  const { cache, clock } = start();
  expect(cache.leased).toBe(false);
  const early = cache.ticket();
  clock.time = 500;
  const late = cache.ticket();
  clock.time = 700;
  cache.renew(early);
  expect(cache.leased).toBe(true);
  clock.time = 750;
  expect(cache.leased).toBe(false);
  cache.renew(late);
  cache.renew(early);
  clock.time = 1_000;
  expect(cache.leased).toBe(true);
  cache.clear();
  expect(cache.leased).toBe(false);
});

describe('keys', () => {
  it('are cached until they are dropped or cleared, and never more than the maximum', () => {
    const { cache } = start(2);
    cache.keep(cache.ticket(), keys('a', 'b', 'c'));
    expect(['a', 'b', 'c'].map(cache.get)).toEqual([undefined, key, key]);
    cache.drop('b');
    expect(['b', 'c'].map(cache.get)).toEqual([undefined, key]);
    cache.clear();
    expect(cache.get('c')).toBeUndefined();
  });

  it.each(['drop', 'clear'] as const)('loaded before a %s are not cached after it', (what) => {
    const { cache } = start();
    const ticket = cache.ticket();
    cache[what]('a');
    cache.keep(ticket, keys('a'));
    expect(cache.get('a')).toBeUndefined();
  });
});

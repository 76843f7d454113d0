import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyCache } from './key-cache.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const setUp = (max = 10) => {
  const clock = { time: 0 };
  return { clock, cache: createKeyCache({ max, lease: 750, now: () => clock.time }) };
};

describe('the lease', () => {
  it('is not there before the first answer', () => {
    expect(setUp().cache.leased).toBe(false);
  });

  it('counts from the question, not from the answer', () => {
    const { cache, clock } = setUp();
    const ticket = cache.ticket();
    clock.time = 700;
    cache.renew(ticket);
    expect(cache.leased).toBe(true);
    clock.time = 750;
    expect(cache.leased).toBe(false);
  });

  it('is never made shorter by an answer that comes late', () => {
    const { cache, clock } = setUp();
    const early = cache.ticket();
    clock.time = 500;
    cache.renew(cache.ticket());
    cache.renew(early);
    clock.time = 1_000;
    expect(cache.leased).toBe(true);
  });

  it('ends with a clear', () => {
    const { cache } = setUp();
    cache.renew(cache.ticket());
    cache.clear();
    expect(cache.leased).toBe(false);
  });
});

describe('keys', () => {
  it('are kept until they are dropped or cleared', () => {
    const { cache } = setUp();
    cache.keep(
      cache.ticket(),
      new Map([
        ['a', key],
        ['b', key],
        ['c', key],
      ]),
    );
    cache.drop('a');
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, key]);
    cache.clear();
    expect(cache.get('b')).toBeUndefined();
  });

  it.each(['drop', 'clear'] as const)('loaded before a %s and answered after it are not kept', (what) => {
    const { cache } = setUp();
    const ticket = cache.ticket();
    cache[what]('a');
    cache.keep(ticket, new Map([['a', key]]));
    expect(cache.get('a')).toBeUndefined();
  });

  it('never exceed the bound', () => {
    const { cache } = setUp(2);
    cache.keep(
      cache.ticket(),
      new Map([
        ['a', key],
        ['b', key],
        ['c', key],
      ]),
    );
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, key, key]);
  });
});

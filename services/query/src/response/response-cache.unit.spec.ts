import { describe, expect, it } from 'vitest';
import { type FinishedResponse, responseOf } from './response.ts';
import { createResponseCache } from './response-cache.ts';

function setUp({ maxBytes = 1_000_000 } = {}) {
  let notify: (stale: readonly string[]) => void = () => {};
  const model = {
    position: '01',
    trusted: true,
    isTrusted: () => model.trusted,
    renewTrust: async () => {},
    onStale: (listener: typeof notify) => (notify = listener),
  };
  const cache = createResponseCache(model, maxBytes);
  const loads: PromiseWithResolvers<FinishedResponse>[] = [];
  const query = (key = 'stats', topics = ['stats']) => ({
    key,
    topics,
    load() {
      const load = Promise.withResolvers<FinishedResponse>();
      loads.push(load);
      return load.promise;
    },
  });
  const settle = (index: number, text: string) => loads[index]?.resolve(responseOf(text));
  const bodyOf = (found: { response: FinishedResponse } | undefined) => found?.response.body.toString();
  return {
    cache,
    loads,
    query,
    settle,
    bodyOf,
    model,
    change: (stale: readonly string[]) => notify(stale),
  };
}

describe('a load overtaken by a change', () => {
  it('answers earlier requests, is not cached, and later requests do not join it', async () => {
    const { cache, query, settle, bodyOf, change, loads } = setUp();
    const before = cache.load(query());
    change(['stats']);
    const after = cache.load(query());
    expect(loads).toHaveLength(2);
    settle(0, 'old');
    expect(bodyOf(await before)).toBe('old');
    expect(cache.get('stats')).toBeUndefined();
    settle(1, 'new');
    expect(bodyOf(await after)).toBe('new');
    expect(bodyOf(cache.get('stats'))).toBe('new');
  });

  it('does not overwrite a newer response when it resolves last', async () => {
    const { cache, query, settle, bodyOf, change } = setUp();
    const before = cache.load(query());
    change(['*']);
    const after = cache.load(query());
    settle(1, 'new');
    await after;
    settle(0, 'old');
    await before;
    expect(bodyOf(cache.get('stats'))).toBe('new');
  });

  it('is shared, and cached despite a change of other topics', async () => {
    const { cache, query, settle, bodyOf, change, loads } = setUp();
    const [one, other] = [cache.load(query()), cache.load(query())];
    change(['articles', 'article:7']);
    settle(0, 'same');
    expect([bodyOf(await one), bodyOf(await other)]).toEqual(['same', 'same']);
    expect(loads).toHaveLength(1);
    expect(bodyOf(cache.get('stats'))).toBe('same');
  });

  it('returns the position from before it began', async () => {
    const { cache, query, settle, model } = setUp();
    const loading = cache.load(query());
    model.position = '02';
    settle(0, 'x');
    expect((await loading).position).toBe('01');
    expect(cache.get('stats')?.position).toBe('02');
  });

  it('returns to requests that join it the position at which they joined', async () => {
    const { cache, query, settle, model, change } = setUp();
    const first = cache.load(query());
    change(['article:7']);
    model.position = '02';
    const second = cache.load(query());
    settle(0, 'x');
    expect([(await first).position, (await second).position]).toEqual(['01', '02']);
  });
});

describe('while notifications are down', () => {
  it('nothing is sent from the cache and nothing is cached', async () => {
    const { cache, query, settle, model, bodyOf } = setUp();
    const first = cache.load(query());
    settle(0, 'kept');
    await first;
    model.trusted = false;
    expect(cache.get('stats')).toBeUndefined();
    const second = cache.load(query('other'));
    settle(1, 'not kept');
    await second;
    model.trusted = true;
    expect(cache.get('other')).toBeUndefined();
    expect(bodyOf(cache.get('stats'))).toBe('kept');
  });
});

describe('a load that fails', () => {
  it('fails for all requests that share it, and the next request loads again', async () => {
    const { cache, query, settle, bodyOf, loads } = setUp();
    const both = [cache.load(query()), cache.load(query())];
    loads[0]?.reject(new Error('away'));
    for (const each of both) await expect(each).rejects.toThrow('away');
    const again = cache.load(query());
    settle(1, 'back');
    expect(bodyOf(await again)).toBe('back');
  });
});

describe('the cache', () => {
  it('never exceeds its maximum size, and evicts the least recently used response first', async () => {
    const { cache, query, settle, change } = setUp({ maxBytes: 10_000 });
    for (let index = 0; index < 50; index++) {
      const loading = cache.load(query(`key ${index}`, [`topic ${index}`]));
      settle(index, 'x'.repeat(500));
      await loading;
      cache.get('key 0');
    }
    expect(cache.stats().bytes).toBeLessThanOrEqual(10_000);
    expect(cache.get('key 0')).toBeDefined();
    expect(cache.get('key 1')).toBeUndefined();
    change(['topic 0']);
    expect(cache.get('key 0')).toBeUndefined();
  });

  it('does not keep a response that fills half of it', async () => {
    const { cache, query, settle } = setUp({ maxBytes: 10_000 });
    const loading = cache.load(query());
    settle(0, 'x'.repeat(5_000));
    await loading;
    expect(cache.get('stats')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { type FinishedResponse, namesTag, responseOf } from './response.ts';
import { createResponseCache } from './response-cache.ts';

function setUp({ maxBytes = 1_000_000 } = {}) {
  let tell: (stale: readonly string[]) => void = () => {};
  const model = {
    position: '01',
    trusted: true,
    isTrusted: () => model.trusted,
    renewTrust: async () => {},
    onStale: (listener: typeof tell) => (tell = listener),
  };
  const cache = createResponseCache(model, maxBytes);
  const asked: PromiseWithResolvers<FinishedResponse>[] = [];
  const question = (key = 'stats', topics = ['stats']) => ({
    key,
    topics,
    load() {
      const asking = Promise.withResolvers<FinishedResponse>();
      asked.push(asking);
      return asking.promise;
    },
  });
  const settle = (index: number, text: string) => asked[index]?.resolve(responseOf(text));
  const bodyOf = (found: { response: FinishedResponse } | undefined) => found?.response.body.toString();
  return {
    cache,
    asked,
    question,
    settle,
    bodyOf,
    model,
    change: (stale: readonly string[]) => tell(stale),
  };
}

describe('an asking that a change overtakes', () => {
  it('answers who asked before, is not kept, and is not joined by who asks later', async () => {
    const { cache, question, settle, bodyOf, change, asked } = setUp();
    const before = cache.load(question());
    change(['stats']);
    const after = cache.load(question());
    expect(asked).toHaveLength(2);
    settle(0, 'old');
    expect(bodyOf(await before)).toBe('old');
    expect(cache.get('stats')).toBeUndefined();
    settle(1, 'new');
    expect(bodyOf(await after)).toBe('new');
    expect(bodyOf(cache.get('stats'))).toBe('new');
  });

  it('does not put back the old one when it is answered last', async () => {
    const { cache, question, settle, bodyOf, change } = setUp();
    const before = cache.load(question());
    change(['*']);
    const after = cache.load(question());
    settle(1, 'new');
    await after;
    settle(0, 'old');
    await before;
    expect(bodyOf(cache.get('stats'))).toBe('new');
  });

  it('is not overtaken by a change of other things', async () => {
    const { cache, question, settle, bodyOf, change, asked } = setUp();
    const [one, other] = [cache.load(question()), cache.load(question())];
    change(['articles', 'article:7']);
    settle(0, 'same');
    expect([bodyOf(await one), bodyOf(await other)]).toEqual(['same', 'same']);
    expect(asked).toHaveLength(1);
    expect(bodyOf(cache.get('stats'))).toBe('same');
  });

  it('says the position from before it was asked', async () => {
    const { cache, question, settle, model } = setUp();
    const asking = cache.load(question());
    model.position = '02';
    settle(0, 'x');
    expect((await asking).position).toBe('01');
    expect(cache.get('stats')?.position).toBe('02');
  });
});

describe('while changes can not be heard', () => {
  it('nothing is told from memory and nothing is kept', async () => {
    const { cache, question, settle, model, bodyOf } = setUp();
    const first = cache.load(question());
    settle(0, 'kept');
    await first;
    model.trusted = false;
    expect(cache.get('stats')).toBeUndefined();
    const second = cache.load(question('other'));
    settle(1, 'not kept');
    await second;
    model.trusted = true;
    expect(cache.get('other')).toBeUndefined();
    expect(bodyOf(cache.get('stats'))).toBe('kept');
  });
});

describe('an asking that fails', () => {
  it('fails for all who share it, and the next asks again', async () => {
    const { cache, question, settle, bodyOf, asked } = setUp();
    const both = [cache.load(question()), cache.load(question())];
    asked[0]?.reject(new Error('away'));
    for (const each of both) await expect(each).rejects.toThrow('away');
    const again = cache.load(question());
    settle(1, 'back');
    expect(bodyOf(await again)).toBe('back');
  });
});

describe('what is kept', () => {
  it('never exceeds its bound; the least used goes first', async () => {
    const { cache, question, settle, change } = setUp({ maxBytes: 10_000 });
    for (let index = 0; index < 50; index++) {
      const asking = cache.load(question(`key ${index}`, [`topic ${index}`]));
      settle(index, 'x'.repeat(500));
      await asking;
      cache.get('key 0');
    }
    expect(cache.stats.bytes).toBeLessThanOrEqual(10_000);
    expect(cache.get('key 0')).toBeDefined();
    expect(cache.get('key 1')).toBeUndefined();
    change(['topic 0']);
    expect(cache.get('key 0')).toBeUndefined();
  });

  it('is never one answer that fills most of it', async () => {
    const { cache, question, settle } = setUp({ maxBytes: 10_000 });
    const asking = cache.load(question());
    settle(0, 'x'.repeat(5_000));
    await asking;
    expect(cache.get('stats')).toBeUndefined();
  });
});

describe('If-None-Match', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    [undefined, false],
  ])('%s names "a": %s', (header, named) => {
    expect(namesTag(header, '"a"')).toBe(named);
  });
});

import { SearchUnavailable } from '@journal/search';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isBegun = false;
  const work = () => {
    isBegun = true;
    return promise;
  };
  return { work, end: () => resolve('done'), fail: () => reject(new Error('failed')), begun: () => isBegun };
}
const one = { atOnce: 1, mostWaiting: 1, patience: 60_000 };

describe('turns', () => {
  it('lets so many go at once, and the next when one has ended or failed', async () => {
    const turns = createTurns({ ...one, mostWaiting: 2 });
    const [first, second, third] = [heldWork(), heldWork(), heldWork()];
    const given = [first, second, third].map(({ work }) => turns.take(work));
    await new Promise(setImmediate);
    expect([first, second, third].map(({ begun }) => begun())).toEqual([true, false, false]);
    first.fail();
    second.end();
    third.end();
    expect((await Promise.allSettled(given)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('sends away at once who finds too many waiting, and nobody once they have gone', async () => {
    const turns = createTurns(one);
    const [first, second] = [heldWork(), heldWork()];
    const given = [turns.take(first.work), turns.take(second.work)];
    await expect(turns.take(async () => 'never')).rejects.toThrow(SearchUnavailable);
    first.end();
    second.end();
    await Promise.all(given);
    expect(await turns.take(async () => 'done')).toBe('done');
  });

  it('begins nothing that nobody waits for any more', async () => {
    const turns = createTurns({ ...one, patience: -1 });
    const [first, second] = [heldWork(), heldWork()];
    const given = [turns.take(first.work), turns.take(second.work)];
    first.end();
    expect((await Promise.allSettled(given)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(second.begun()).toBe(false);
    expect(await turns.take(async () => 'done')).toBe('done');
  });

  it('lets others have their turn between two of its own', async () => {
    const turns = createTurns(one);
    const seen: string[] = [];
    const first = turns.take(async () => void seen.push('first'));
    const second = turns.take(async () => void seen.push('second'));
    setImmediate(() => seen.push('others'));
    await Promise.all([first, second]);
    expect(seen).toEqual(['first', 'others', 'second']);
  });
});

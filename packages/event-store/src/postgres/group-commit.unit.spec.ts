import { describe, expect, it } from 'vitest';
import { createGroupCommit, type PendingAppend } from './group-commit.ts';

const pending = (stream: string, bytes = 10): PendingAppend => ({
  stream,
  expected: 'any',
  events: [{ id: '', type: '', data: '', metadata: '' }],
  bytes,
  arrivedAt: 0,
  resolve() {},
  reject() {},
});

/** Commits that end when they are told to. */
function setUp(maxEvents = 1_000, maxBytes = 1_000_000) {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const group = createGroupCommit({
    maxEvents,
    maxBytes,
    commit(batch) {
      batches.push(batch.map(({ stream }) => stream));
      return new Promise((resolve) => ends.push(resolve));
    },
  });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { batches, group, endOne };
}

describe('createGroupCommit', () => {
  it('commits a single append at once, and batches those that arrive meanwhile', async () => {
    const { batches, group, endOne } = setUp();
    group.add(pending('a'));
    await Promise.resolve();
    expect(batches).toEqual([['a']]);
    for (const stream of ['b', 'c', 'd']) group.add(pending(stream));
    await Promise.resolve();
    expect(batches).toHaveLength(1);
    await endOne();
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('takes one append per stream at a time, in order, and starves no stream', async () => {
    const { batches, group, endOne } = setUp(2);
    for (const stream of ['busy', 'busy', 'busy', 'a', 'b']) group.add(pending(stream));
    for (let turn = 0; turn < 4; turn += 1) await endOne();
    expect(batches).toEqual([['busy', 'a'], ['b', 'busy'], ['busy']]);
  });

  it('limits a batch in bytes, and commits a larger append alone', async () => {
    const { batches, group, endOne } = setUp(1_000, 25);
    for (const stream of ['a', 'b', 'c', 'large', 'd'])
      group.add(pending(stream, stream === 'large' ? 26 : 10));
    for (let turn = 0; turn < 4; turn += 1) await endOne();
    expect(batches).toEqual([['a', 'b'], ['c'], ['large'], ['d']]);
  });

  it('is idle when nothing is queued and nothing in progress', async () => {
    const { group, endOne } = setUp();
    await group.idle();
    group.add(pending('a'));
    let isIdle = false;
    void group.idle().then(() => {
      isIdle = true;
    });
    await new Promise(setImmediate);
    group.add(pending('b'));
    await endOne();
    expect(isIdle).toBe(false);
    await endOne();
    expect(isIdle).toBe(true);
  });
});

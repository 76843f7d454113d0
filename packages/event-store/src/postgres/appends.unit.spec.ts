import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { ExpectedRevision } from '../event-store.port.ts';
import { createAppends, faultOf } from './appends.ts';
import { createGroupCommit, type PendingAppend } from './group-commit.ts';
import type { LogNames } from './log-schema.ts';

const serverError = (code: string) => Object.assign(new pg.DatabaseError('words', 5, 'error'), { code });

it.for([
  ['22P02', 'invalid'],
  ['22021', 'invalid'],
  ['23514', 'invalid'],
  ['54001', 'invalid'],
  ['40001', 'retry'],
  ['40P01', 'retry'],
  ['53300', 'retry'],
  ['57014', 'retry'],
  ['42501', 'refused'],
  ['25006', 'refused'],
  ['53100', 'refused'],
  ['42P01', 'refused'],
  ['57P01', 'unknown'],
  ['57P02', 'unknown'],
  ['08006', 'unknown'],
  ['XX000', 'unknown'],
] as const)('the error code %s is classified as %s', ([code, fault]) => {
  expect(faultOf(serverError(code))).toBe(fault);
});

it('a connection lost without an SQLSTATE is classified as unknown', () => {
  for (const error of [
    new Error('Connection terminated unexpectedly'),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    new Error('Query read timeout'),
    'no error at all',
  ])
    expect(faultOf(error)).toBe('unknown');
});

it.each<[string, [count: number, bytes: number][], string[][]]>([
  [
    '4 MB',
    [
      [1, 1.5e6],
      [1, 1.5e6],
      [1, 1e6],
      [1, 1e6],
      [1, 5e6],
      [1, 1e6],
    ],
    [['0', '1', '2'], ['3'], ['4'], ['5']],
  ],
  [
    '1,000 events',
    [
      [400, 1],
      [600, 1],
      [1, 1],
      [1_001, 1],
      [1, 1],
    ],
    [['0', '1'], ['2'], ['3'], ['4']],
  ],
])('at most %s are sent in one query, and a larger append alone', async (_most, sizes, expected) => {
  const batches: string[][] = [];
  const client = {
    async query({ values: [streams] }: { values: [string | string[]] }) {
      const batch = [streams].flat();
      batches.push(batch);
      return { rows: batch.map(() => ['appended', '0', '1']) };
    },
    release() {},
  };
  const pool = { connect: async () => client } as unknown as pg.Pool;
  const names = { statement: (name: string) => name } as LogNames;
  const { append } = createAppends(pool, names);
  await Promise.all(
    sizes.map(([count, bytes], stream) => {
      const events = Array.from({ length: count }, () => ({
        id: '',
        type: '',
        data: 'x'.repeat(bytes),
        metadata: '',
      }));
      return append({ stream: String(stream), expected: 'any', events }, Number.POSITIVE_INFINITY);
    }),
  );
  expect(batches).toEqual(expected);
});

const pending = (
  stream: string,
  bytes = 10,
  expected: ExpectedRevision = 'none',
  id: string = randomUUID(),
): PendingAppend => ({
  stream,
  expected,
  events: [{ id, type: '', data: '', metadata: '' }],
  bytes,
  giveUpAt: 0,
  resolve() {},
  reject() {},
});

/** Commits that end when the test ends them. */
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
  it('commits a single append immediately, and batches those that arrive during its commit', async () => {
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

  it('commits one append per stream at a time, in order, without starving other streams', async () => {
    const { batches, group, endOne } = setUp(2);
    for (const stream of ['busy', 'busy', 'busy', 'a', 'b']) group.add(pending(stream));
    for (let turn = 0; turn < 4; turn += 1) await endOne();
    expect(batches).toEqual([['busy', 'a'], ['b', 'busy'], ['busy']]);
  });

  it('commits appends to a stream together if they expect any revision and share no event id', async () => {
    const { batches, group, endOne } = setUp(4);
    const any = (stream: string, id?: string) => group.add(pending(stream, 10, 'any', id));
    any('ids', 'a');
    any('ids', 'b');
    any('ids', 'a');
    group.add(pending('other'));
    group.add(pending('ids'));
    for (let count = 0; count < 5; count += 1) any('ids');
    for (let turn = 0; turn < 6; turn += 1) await endOne();
    expect(batches).toEqual([
      ['ids', 'ids', 'other'],
      ['ids'],
      ['ids'],
      ['ids', 'ids', 'ids', 'ids'],
      ['ids'],
    ]);
  });

  it('limits a batch in bytes, and commits a larger append alone', async () => {
    const { batches, group, endOne } = setUp(1_000, 25);
    for (const stream of ['a', 'b', 'c', 'large', 'd'])
      group.add(pending(stream, stream === 'large' ? 26 : 10));
    for (let turn = 0; turn < 4; turn += 1) await endOne();
    expect(batches).toEqual([['a', 'b'], ['c'], ['large'], ['d']]);
  });

  it('is idle when no append is queued or in progress', async () => {
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

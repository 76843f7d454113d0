import pg from 'pg';
import { expect, it } from 'vitest';
import { createAppends, faultOf } from './appends.ts';
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
] as const)('%s is %s', ([code, fault]) => {
  expect(faultOf(serverError(code))).toBe(fault);
});

it('is unknown for a connection lost without an error code', () => {
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
])('at most %s are sent at once, a larger append alone', async (_most, sizes, expected) => {
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
  const { append } = createAppends(pool, names, 0);
  await Promise.all(
    sizes.map(([count, bytes], stream) => {
      const events = Array.from({ length: count }, () => ({
        id: '',
        type: '',
        data: 'x'.repeat(bytes),
        metadata: '',
      }));
      return append({ stream: String(stream), expected: 'any', events });
    }),
  );
  expect(batches).toEqual(expected);
});

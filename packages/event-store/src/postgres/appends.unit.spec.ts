import pg from 'pg';
import { expect, it } from 'vitest';
import { faultOf } from './appends.ts';

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

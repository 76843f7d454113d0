import { useTestDatabase } from '@journal/testing';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isUndefinedTable, isUnreachable } from './errors.ts';

const { pool } = useTestDatabase();

it.each([
  ['select from nowhere', true],
  ['select from no_schema.nowhere', true],
  ['insert into no_schema.nowhere default values', true],
  ['create table no_schema.here (id integer)', true],
  ['select nothing', false],
  ['selec', false],
])('the error of "%s" reports an undefined table: %s', async (statement, expected) => {
  const error = await pool.query(statement).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(isUndefinedTable(error)).toBe(expected);
});

it('a value that is not a database error does not report an undefined table', () => {
  expect([undefined, '42P01', { code: '42P01' }, new Error('42P01')].map(isUndefinedTable)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('isUnreachable', () => {
  it('is true for a port on which no server listens', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    expect(await client.connect().catch(isUnreachable)).toBe(true);
  });

  it.each([
    withCode('57P01'),
    withCode('57P03'),
    withCode('53300'),
    withCode('08006'),
    new Error('Connection terminated unexpectedly'),
    new Error('Migrating failed', { cause: withCode('ECONNRESET') }),
    new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
  ])('is true for %o', (error) => {
    expect(isUnreachable(error)).toBe(true);
  });

  it.each([
    withCode('42601'),
    withCode('28P01'),
    withCode('3D000'),
    new Error('x'),
    'ECONNREFUSED',
    undefined,
  ])('is false for %o', (error) => {
    expect(isUnreachable(error)).toBe(false);
  });
});

import { useTestDatabase } from '@journal/testing';
import { expect, it } from 'vitest';
import { isUndefinedTable } from './is-undefined-table.ts';

const { pool } = useTestDatabase();

it.each([
  ['select from nowhere', true],
  ['select from no_schema.nowhere', true],
  ['insert into no_schema.nowhere default values', true],
  ['create table no_schema.here (id integer)', true],
  ['select nothing', false],
  ['selec', false],
])('%s: %s', async (statement, expected) => {
  const error = await pool.query(statement).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(isUndefinedTable(error)).toBe(expected);
});

it('nothing else is an undefined table', () => {
  expect([undefined, '42P01', { code: '42P01' }, new Error('42P01')].map(isUndefinedTable)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

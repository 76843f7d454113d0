import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isUnreachable } from './is-unreachable.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('isUnreachable', () => {
  it('knows a port where nobody listens', async () => {
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
  ])('says yes to %o', (error) => {
    expect(isUnreachable(error)).toBe(true);
  });

  it.each([
    withCode('42601'),
    withCode('28P01'),
    withCode('3D000'),
    new Error('x'),
    'ECONNREFUSED',
    undefined,
  ])('says no to %o', (error) => {
    expect(isUnreachable(error)).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { openEventStore } from '../open-event-store.ts';
import { connect, shareConnection } from './connection.ts';
import { isKurrentDbUrl, toClientAddress } from './connection-string.ts';

it.for<[string, string]>([
  ['kurrentdb://localhost:2113?tls=false', 'esdb://localhost:2113?tls=false'],
  [
    'kurrentdb+discover://a:p%40ss@one,two:2113/?nodePreference=leader',
    'esdb+discover://a:p%40ss@one,two:2113/?nodePreference=leader',
  ],
  ['esdb://localhost', 'esdb://localhost'],
  ['esdb+discover://localhost', 'esdb+discover://localhost'],
])('%s is %s for the client', ([url, address]) => {
  expect(isKurrentDbUrl(url)).toBe(true);
  expect(toClientAddress(url)).toBe(address);
});

it.for(['kurrentdb:localhost', 'kurrent://localhost', 'http://kurrentdb://x', ''])(
  '%j is not an address of KurrentDB',
  (url) => {
    expect(isKurrentDbUrl(url)).toBe(false);
    expect(() => toClientAddress(url)).toThrow('kurrentdb://');
  },
);

it('reports an unparsable address without its password', () => {
  const attempt = () => connect('kurrentdb://admin:secret words@localhost:port');
  expect(attempt).toThrow('percent-encoded');
  try {
    attempt();
  } catch (error) {
    expect(JSON.stringify([String(error), error])).not.toContain('secret');
    expect((error as Error).cause).toBeUndefined();
  }
});

it.for(['mysql://localhost', 'localhost:5432', 'kurrent://localhost', ''])(
  'rejects %j as the address of an event store',
  async (url) => {
    await expect(openEventStore(url)).rejects.toThrow('postgres://');
  },
);

it('opens a KurrentDB that is unreachable: it may come up later', async () => {
  const store = await openEventStore('kurrentdb://127.0.0.1:1?tls=false');
  await expect(store.check()).rejects.toThrow();
  await store.close();
});

it('shares one connection per address until its last user has closed it', async () => {
  const url = 'kurrentdb://127.0.0.1:1?tls=false';
  const one = shareConnection(url);
  const two = shareConnection(url);
  const other = shareConnection('kurrentdb://127.0.0.1:2?tls=false');
  expect(two.append).toBe(one.append);
  expect(other.append).not.toBe(one.append);
  await one.close();
  await one.close();
  expect(shareConnection(url).append).toBe(two.append);
  await two.close();
  await other.close();
});

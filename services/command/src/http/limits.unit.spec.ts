import { createMemoryVault } from '@journal/events';
import { createMetrics, createServer } from '@journal/service-kit';
import { createKeyedHash, type KeyedHash } from '@journal/vault';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { statusesOf } from '../testing/command-side.ts';
import {
  type Counter,
  createLimits,
  createMemoryCounter,
  defaultLimits,
  type LimitKeys,
  type LimitKind,
} from './limits.ts';

type Request = { from?: string; forwardedFor?: string; account?: string; kind?: LimitKind };

/** A server with only rate-limited routes, by default 3 registrations a minute, behind a proxy at 127.0.0.1. */
function createApp(
  counter: Counter = createMemoryCounter({
    registration: (['network', 'account'] as const).map((per) => ({ per, times: 3, seconds: 60 })),
  }),
  hash: KeyedHash = createKeyedHash(createMemoryVault()),
) {
  const limits = createLimits(counter, hash);
  const app = createServer({
    name: 'spec',
    logLevel: 'silent',
    metrics: createMetrics('spec'),
    checks: {},
    trustedProxies: 'loopback',
  });
  app.post('/:kind/:account?', async (request) => {
    const { kind, account } = request.params as { kind: LimitKind; account?: string };
    await limits.take(request, kind, account || undefined);
    return null;
  });
  const send = ({ from = '127.0.0.1', forwardedFor, account = '', kind = 'registration' }: Request = {}) =>
    app.inject({
      method: 'POST',
      url: `/${kind}/${account}`,
      remoteAddress: from,
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    });
  return {
    send,
    /** Resolves with the statuses of requests sent one after the other. */
    async sendAll(requests: readonly Request[]): Promise<number[]> {
      const answers = [];
      for (const request of requests) answers.push(await send(request));
      return statusesOf(answers);
    },
  };
}
const times = (count: number, request: Request = {}) => Array<Request>(count).fill(request);

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['login', 'account', 10, 60, '60 seconds'],
  ['failedLogin', 'network', 10, 60, '60 seconds'],
  ['registration', 'network', 60, 3_600, '60 minutes'],
  ['forgot', 'network', 60, 3_600, '60 minutes'],
  ['forgot', 'account', 5, 3_600, '60 minutes'],
  ['newsletter', 'network', 60, 3_600, '60 minutes'],
  ['newsletter', 'account', 10, 3_600, '60 minutes'],
  ['confirmation', 'account', 3, 3_600, '60 minutes'],
  ['pitch', 'account', 20, 3_600, '60 minutes'],
] as const)('%s is limited per %s to %i times in %i seconds', async (kind, per, count, seconds, words) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const app = createApp(createMemoryCounter(defaultLimits));
  const request = per === 'account' ? { kind, account: 'one' } : { kind };
  expect(await app.sendAll(times(count, request))).toEqual(Array(count).fill(200));
  const refused = await app.send(request);
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
  expect(refused.headers['retry-after']).toBe(`${seconds}`);
  expect(refused.json().message).toBe(`Too many requests. Please wait ${words} and try again.`);
  vi.setSystemTime(seconds * 1_000 - 500);
  const late = await app.send(request);
  expect(late.headers['retry-after']).toBe('1');
  expect(late.json().message).toBe('Too many requests. Please wait 1 second and try again.');
  vi.setSystemTime(seconds * 1_000);
  expect((await app.send(request)).statusCode).toBe(200);
});

it('failed logins are limited to 100 an hour per network, even if spread over time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const app = createApp(createMemoryCounter(defaultLimits));
  const fail = { kind: 'failedLogin' } as const;
  for (let minute = 0; minute < 10; minute++) {
    vi.setSystemTime(minute * 60_000);
    expect(await app.sendAll(times(10, fail))).toEqual(Array(10).fill(200));
  }
  vi.setSystemTime(10 * 60_000);
  expect((await app.send(fail)).headers['retry-after']).toBe(`${50 * 60}`);
});

const forwarded = (...hosts: string[]) => hosts.map((forwardedFor) => ({ forwardedFor }));
const [here, there] = ['203.0.113.7', '203.0.113.8'];
const one = 'one';

/** After three requests, one that is limited and one that is not. */
it.each<[string, readonly Request[], Request, Request]>([
  ['each kind separately', times(3), {}, { kind: 'pitch' }],
  [
    'each address separately, for any account',
    ['one', 'two', 'three'].map((account) => ({ forwardedFor: here, account })),
    { forwardedFor: here, account: 'four' },
    { forwardedFor: there, account: 'four' },
  ],
  [
    'each account separately, from any address',
    forwarded('203.0.113.1', '203.0.113.2', '203.0.113.3').map((from) => ({ ...from, account: one })),
    { forwardedFor: there, account: one },
    { forwardedFor: there, account: 'two' },
  ],
  [
    'an address and an account with the same text separately',
    times(3, { forwardedFor: here }),
    { forwardedFor: here },
    { forwardedFor: there, account: here },
  ],
  [
    'the addresses of one IPv6 network as one',
    forwarded('2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', '2001:db8:1:2::abcd'),
    { forwardedFor: '2001:db8:1:2::9' },
    { forwardedFor: '2001:db8:1:3::9' },
  ],
  [
    'an IPv4 address mapped to IPv6 as itself',
    times(3, { from: here }),
    { from: `::ffff:${here}` },
    { from: `::ffff:${there}` },
  ],
  [
    'by the address that a client has itself, which only the proxy may name',
    forwarded('198.51.100.1', '198.51.100.2', '198.51.100.3').map((each) => ({ ...each, from: here })),
    { from: here, forwardedFor: '198.51.100.4' },
    { from: there, forwardedFor: '198.51.100.1' },
  ],
  [
    'by the last address that the proxy names',
    forwarded(`198.51.100.5, ${here}`, `198.51.100.6, ${here}`, `198.51.100.7, ${here}`),
    { forwardedFor: `198.51.100.8, ${here}` },
    { forwardedFor: `198.51.100.8, ${there}` },
  ],
])('a limit counts %s', async (_what, before, limited, free) => {
  const app = createApp();
  expect(await app.sendAll([...before, limited, free])).toEqual([200, 200, 200, 429, 200]);
});

it('a request is not counted against its account if its address was already limited', async () => {
  const app = createApp();
  for (const account of [one, 'two']) await app.sendAll(times(10, { forwardedFor: here, account }));
  expect((await app.send({ forwardedFor: there, account: 'two' })).statusCode).toBe(200);
});

describe('the counter', () => {
  it.each([
    ['', undefined],
    [', nor while the vault gives no hash', () => Promise.reject(new Error('away'))],
  ])('receives neither address nor account%s', async (_when, hash) => {
    const keys: string[] = [];
    const take = async (_kind: LimitKind, by: LimitKeys) => {
      keys.push(...Object.values(by));
      return 0;
    };
    const app = createApp({ take, wait: take, restart: async () => {} }, hash);
    await app.sendAll(times(2, { forwardedFor: here, account: 'writer@example.org' }));
    expect(keys).toEqual([keys[0], keys[1], keys[0], keys[1]]);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});

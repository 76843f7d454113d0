import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLimitedApp } from '../testing/limited-app.ts';
import { type Counter, createMemoryCounter, defaultLimits, type LimitKind } from './limits.ts';

const limits = { ...defaultLimits, login: { times: 3, seconds: 60 } };
const createApp = () => createLimitedApp(createMemoryCounter(limits));

afterEach(() => {
  vi.useRealTimers();
});

describe('the default limits', () => {
  it.each([
    ['login', 10, 60],
    ['registration', 10, 3_600],
    ['forgot', 5, 3_600],
    ['newsletter', 10, 3_600],
    ['pitch', 20, 3_600],
  ] as const)('%s: %i times in %i seconds', async (kind: LimitKind, times, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const app = createLimitedApp(createMemoryCounter(defaultLimits));
    expect(await app.askTimes(times, { kind })).toEqual(Array(times).fill(200));
    const refused = await app.ask({ kind });
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(refused.headers['retry-after']).toBe(`${seconds}`);
    vi.setSystemTime(seconds * 1_000 - 500);
    expect((await app.ask({ kind })).headers['retry-after']).toBe('1');
    vi.setSystemTime(seconds * 1_000);
    expect((await app.ask({ kind })).statusCode).toBe(200);
  });
});

describe('a limit', () => {
  it('counts each kind separately', async () => {
    const app = createApp();
    await app.askTimes(4);
    expect((await app.ask()).statusCode).toBe(429);
    expect((await app.ask({ kind: 'registration' })).statusCode).toBe(200);
  });

  it('counts each address separately, for any account', async () => {
    const app = createApp();
    for (const account of ['one', 'two', 'three']) await app.ask({ forwardedFor: '203.0.113.7', account });
    expect((await app.ask({ forwardedFor: '203.0.113.7', account: 'four' })).statusCode).toBe(429);
    expect((await app.ask({ forwardedFor: '203.0.113.8', account: 'four' })).statusCode).toBe(200);
  });

  it('counts each account separately, from any address', async () => {
    const app = createApp();
    for (const host of [1, 2, 3]) await app.ask({ forwardedFor: `203.0.113.${host}`, account: 'one' });
    expect((await app.ask({ forwardedFor: '203.0.113.4', account: 'one' })).statusCode).toBe(429);
    expect((await app.ask({ forwardedFor: '203.0.113.4', account: 'two' })).statusCode).toBe(200);
  });

  it('does not count a request for an account that its address was limited for', async () => {
    const app = createApp();
    await app.askTimes(10, { forwardedFor: '203.0.113.7', account: 'one' });
    await app.askTimes(10, { forwardedFor: '203.0.113.7', account: 'two' });
    expect((await app.ask({ forwardedFor: '203.0.113.8', account: 'two' })).statusCode).toBe(200);
  });

  it('distinguishes an address and an account with the same text', async () => {
    const app = createApp();
    await app.askTimes(3, { forwardedFor: '203.0.113.7' });
    const answer = await app.ask({ forwardedFor: '203.0.113.8', account: '203.0.113.7' });
    expect(answer.statusCode).toBe(200);
  });

  it('counts the addresses of one IPv6 network as one, and no other', async () => {
    const app = createApp();
    for (const end of ['::1', ':ffff:1:2:3', '::abcd']) await app.ask({ forwardedFor: `2001:db8:1:2${end}` });
    expect((await app.ask({ forwardedFor: '2001:db8:1:2::9' })).statusCode).toBe(429);
    expect((await app.ask({ forwardedFor: '2001:db8:1:3::9' })).statusCode).toBe(200);
  });

  it('counts an IPv4 address mapped to IPv6 as itself', async () => {
    const app = createApp();
    await app.askTimes(3, { from: '203.0.113.7' });
    expect((await app.ask({ from: '::ffff:203.0.113.7' })).statusCode).toBe(429);
  });

  it('trusts only the proxy about the address', async () => {
    const app = createApp();
    const statuses: number[] = [];
    for (const host of [1, 2, 3, 4])
      statuses.push((await app.ask({ from: '203.0.113.7', forwardedFor: `198.51.100.${host}` })).statusCode);
    for (const host of [5, 6, 7, 8])
      statuses.push((await app.ask({ forwardedFor: `198.51.100.${host}, 203.0.113.9` })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
  });
});

describe('the counter', () => {
  const seen: string[] = [];
  const counter: Counter = {
    take: async (_kind, key) => {
      seen.push(key);
      return 0;
    },
  };

  it('receives neither the address nor the account', async () => {
    await createLimitedApp(counter).ask({ forwardedFor: '203.0.113.7', account: 'writer@example.org' });
    expect(seen).toHaveLength(2);
    for (const key of seen) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  it('continues without a hash from the vault, and still receives neither', async () => {
    seen.length = 0;
    const app = createLimitedApp(counter, () => Promise.reject(new Error('away')));
    await app.askTimes(2, { forwardedFor: '203.0.113.7', account: 'one' });
    expect(seen).toEqual([seen[0], seen[1], seen[0], seen[1]]);
    expect(seen[0]).not.toBe(seen[1]);
    for (const key of seen) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});

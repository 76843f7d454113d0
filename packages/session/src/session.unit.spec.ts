import { randomBytes } from 'node:crypto';
import fastify, { type LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  endSession,
  isLocalOrigin,
  parseSessionKeys,
  registerSessions,
  rememberPosition,
  sessionOf,
  slideSession,
  startSession,
} from './index.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const user = { userId: '0b0d6f0e-0000-4000-8000-000000000001', version: 3 };

async function createApp({ keys = [first], origin = 'http://localhost:3000' } = {}) {
  const app = fastify();
  await registerSessions(app, { keys, origin });
  app.post('/sign-in', async (request) => {
    startSession(request, user);
    return sessionOf(request) ?? null;
  });
  app.post('/sign-out', async (request) => {
    endSession(request);
    return sessionOf(request) ?? null;
  });
  app.post('/write/:position', async (request) => {
    rememberPosition(request, (request.params as { position: string }).position);
    return sessionOf(request) ?? null;
  });
  app.get('/', async (request) => {
    slideSession(request);
    return sessionOf(request) ?? null;
  });
  return app;
}

type App = Awaited<ReturnType<typeof createApp>>;
const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie']).split(';')[0] ?? '';
const get = (app: App, cookie: string) => app.inject({ url: '/', headers: { cookie } });

afterEach(() => {
  vi.useRealTimers();
});

describe('a session', () => {
  it('is known from the answer that started it until the one that ends it', async () => {
    const app = await createApp();
    const signedIn = await app.inject({ method: 'POST', url: '/sign-in' });
    expect(signedIn.json()).toEqual(user);
    const cookie = cookieOf(signedIn);
    const read = await get(app, cookie);
    expect(read.json()).toEqual(user);
    expect(read.headers['set-cookie']).toBeUndefined();
    const signedOut = await app.inject({ method: 'POST', url: '/sign-out', headers: { cookie } });
    expect(signedOut.json()).toBeNull();
    expect(signedOut.headers['set-cookie']).toMatch(/^journal=;.*Max-Age=0/);
  });

  it('travels in a cookie that scripts and other sites don’t get, over TLS alone outside this machine', async () => {
    const local = await (await createApp()).inject({ method: 'POST', url: '/sign-in' });
    expect(local.headers['set-cookie']).toMatch(
      /^journal=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const app = await createApp({ origin: 'https://journal.example' });
    const outside = await app.inject({ method: 'POST', url: '/sign-in' });
    expect(outside.headers['set-cookie']).toMatch(
      /^__Host-journal=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('remembers the highest position', async () => {
    const app = await createApp();
    let cookie = cookieOf(await app.inject({ method: 'POST', url: '/sign-in' }));
    for (const [position, remembered] of [
      ['0005', '0005'],
      ['0003', '0005'],
      ['0011', '0011'],
    ]) {
      const answer = await app.inject({ method: 'POST', url: `/write/${position}`, headers: { cookie } });
      expect(answer.json()).toEqual({ ...user, position: remembered });
      if (answer.headers['set-cookie']) cookie = cookieOf(answer);
    }
    const visitor = await app.inject({ method: 'POST', url: '/write/0005' });
    expect([visitor.json(), visitor.headers['set-cookie']]).toEqual([null, undefined]);
  });

  it('keeps nothing of the one whose place it takes', async () => {
    const app = await createApp();
    const first = cookieOf(await app.inject({ method: 'POST', url: '/sign-in' }));
    const written = await app.inject({ method: 'POST', url: '/write/0005', headers: { cookie: first } });
    const cookie = cookieOf(written);
    expect((await app.inject({ method: 'POST', url: '/sign-in', headers: { cookie } })).json()).toEqual(user);
  });

  it('lives 14 days from its last sign of life', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const app = await createApp();
    const cookie = cookieOf(await app.inject({ method: 'POST', url: '/sign-in' }));
    vi.setSystemTime(Date.parse('2026-01-01T23:00:00Z'));
    expect((await get(app, cookie)).headers['set-cookie']).toBeUndefined();
    vi.setSystemTime(Date.parse('2026-01-13T00:00:00Z'));
    const slid = await get(app, cookie);
    expect(slid.json()).toEqual(user);
    vi.setSystemTime(Date.parse('2026-01-16T00:00:00Z'));
    expect((await get(app, cookie)).json()).toBeNull();
    expect((await get(app, cookieOf(slid))).json()).toEqual(user);
  });

  it('outlives a change of keys for as long as the old one is in the list', async () => {
    const cookie = cookieOf(await (await createApp()).inject({ method: 'POST', url: '/sign-in' }));
    const changed = await get(await createApp({ keys: [second, first] }), cookie);
    expect(changed.json()).toEqual(user);
    expect((await get(await createApp({ keys: [second] }), cookieOf(changed))).json()).toEqual(user);
    expect((await get(await createApp({ keys: [second] }), cookie)).json()).toBeNull();
  });

  it('is none where the cookie is not as it was sealed', async () => {
    const app = await createApp();
    const cookie = cookieOf(await app.inject({ method: 'POST', url: '/sign-in' }));
    const [name, value = ''] = cookie.split(/=(.*)/s);
    const [sealed = '', nonce = ''] = decodeURIComponent(value).split(';');
    const flipped = (text: string, index: number) =>
      `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
    const others = [
      '',
      'x',
      ';',
      `${sealed};`,
      `;${nonce}`,
      `${nonce};${sealed}`,
      '{"u":"1","v":0}',
      'A'.repeat(4_000),
      ...Array.from({ length: 40 }, (_, index) => `${flipped(sealed, index)};${nonce}`),
      ...Array.from({ length: 30 }, (_, index) => `${sealed};${flipped(nonce, index)}`),
    ];
    for (const other of others) {
      const answer = await get(app, `${name}=${encodeURIComponent(other)}`);
      expect([answer.statusCode, answer.json()], other).toEqual([200, null]);
    }
    expect((await get(app, cookie)).json()).toEqual(user);
  });
});

describe('the origin', () => {
  it.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', true],
    ['http://[::1]:3000', true],
    ['http://localhost.example', false],
    ['http://127.0.0.1.example', false],
    ['http://192.168.1.5:3000', false],
    ['https://journal.example', false],
  ])('%s is local: %s', (origin, expected) => {
    expect(isLocalOrigin(origin)).toBe(expected);
  });
});

describe('keys', () => {
  it('are read from a list, each of 32 bytes', () => {
    expect(parseSessionKeys(`${first.toString('base64')}, ${second.toString('base64')}`)).toEqual([
      first,
      second,
    ]);
    expect(() => parseSessionKeys(`${first.toString('base64')},c2hvcnQ=`)).toThrow('32 bytes');
  });
});

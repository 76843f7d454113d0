import { randomBytes } from 'node:crypto';
import fastify, { type LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  awaitsPasskey,
  beginCeremony,
  endCeremony,
  endSession,
  isLocalOrigin,
  parseSessionKeys,
  passwordMinutesOf,
  registerSessions,
  rememberPosition,
  sessionOf,
  slideSession,
  startSession,
} from './index.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const user = { userId: '0b0d6f0e-0000-4000-8000-000000000001', version: 3 };

const temporaryUntil = 1_800_000_000_000;

/** An app whose responses all return the session as the route left it. */
async function createApp({ keys = [first], origin = 'http://localhost:3000' } = {}) {
  const app = fastify();
  await registerSessions(app, { keys, origin });
  app.post('/:what/:position?', async (request) => {
    const { what, position = '' } = request.params as { what: string; position?: string };
    if (what === 'start') startSession(request, user);
    if (what === 'start-temporarily') startSession(request, { ...user, temporaryUntil });
    if (what === 'minutes') return passwordMinutesOf(request, new Date(Number(position))) ?? null;
    if (what === 'end') endSession(request);
    if (what === 'write') rememberPosition(request, position);
    if (what === 'read') slideSession(request);
    return sessionOf(request) ?? null;
  });
  const post = (path: string, cookie?: string) =>
    app.inject({ method: 'POST', url: `/${path}`, ...(cookie ? { headers: { cookie } } : {}) });
  return { post, start: async () => cookieOf(await post('start')) };
}
const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie']).split(';')[0] ?? '';

afterEach(() => {
  vi.useRealTimers();
});

describe('a session', () => {
  it('lasts from the response that starts it to the one that ends it', async () => {
    const { post } = await createApp();
    const started = await post('start');
    const cookie = cookieOf(started);
    const read = await post('read', cookie);
    expect([started.json(), read.json(), read.headers['set-cookie']]).toEqual([user, user, undefined]);
    const ended = await post('end', cookie);
    expect(ended.json()).toBeNull();
    expect(ended.headers['set-cookie']).toMatch(/^journal=;.*Max-Age=0/);
  });

  it('started with a temporary password returns its remaining minutes, until another one replaces it', async () => {
    const { post } = await createApp();
    const cookie = cookieOf(await post('start-temporarily'));
    const minutesAt = async (time: number, given = cookie) => (await post(`minutes/${time}`, given)).json();
    expect(await minutesAt(temporaryUntil - 3_600_000)).toBe(60);
    expect(await minutesAt(temporaryUntil - 1)).toBe(1);
    expect(await minutesAt(temporaryUntil + 60_000)).toBe(0);
    const next = cookieOf(await post('start', cookie));
    expect(await minutesAt(temporaryUntil - 1, next)).toBeNull();
  });

  it.each([
    ['http://localhost:3000', 'journal', ''],
    ['https://journal.example', '__Host-journal', ' Secure;'],
  ])(
    'of %s is in a cookie with HttpOnly and SameSite=Lax, and with Secure if the origin uses TLS',
    async (origin, name, secure) => {
      const { post } = await createApp({ origin });
      expect((await post('start')).headers['set-cookie']).toMatch(
        new RegExp(`^${name}=[^;]+; Max-Age=1209600; Path=/; HttpOnly;${secure} SameSite=Lax$`),
      );
    },
  );

  it('remembers the highest position, until another session replaces it', async () => {
    const { post, start } = await createApp();
    let cookie = await start();
    for (const [position, remembered] of [
      ['0005', '0005'],
      ['0003', '0005'],
      ['0011', '0011'],
    ]) {
      const answer = await post(`write/${position}`, cookie);
      expect(answer.json()).toEqual({ ...user, position: remembered });
      if (answer.headers['set-cookie']) cookie = cookieOf(answer);
    }
    expect((await post('start', cookie)).json()).toEqual(user);
    const visitor = await post('write/0005');
    expect([visitor.json(), visitor.headers['set-cookie']]).toEqual([null, undefined]);
  });

  it('expires 14 days after its last extension, and is extended at most once a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const { post, start } = await createApp();
    const cookie = await start();
    vi.setSystemTime(Date.parse('2026-01-01T23:00:00Z'));
    expect((await post('read', cookie)).headers['set-cookie']).toBeUndefined();
    vi.setSystemTime(Date.parse('2026-01-13T00:00:00Z'));
    const extended = await post('read', cookie);
    expect(extended.json()).toEqual(user);
    vi.setSystemTime(Date.parse('2026-01-16T00:00:00Z'));
    expect((await post('read', cookie)).json()).toBeNull();
    expect((await post('read', cookieOf(extended))).json()).toEqual(user);
  });

  it('survives a key rotation while the old key is in the list', async () => {
    const cookie = await (await createApp()).start();
    const changed = await (await createApp({ keys: [second, first] })).post('read', cookie);
    expect(changed.json()).toEqual(user);
    const { post } = await createApp({ keys: [second] });
    expect([(await post('read', cookieOf(changed))).json(), (await post('read', cookie)).json()]).toEqual([
      user,
      null,
    ]);
  });

  it.each([
    ['is accepted by both while a new key is added after the old one', [first], [first, second], user],
    ['is accepted by both while the new key is moved to the front', [first, second], [second, first], user],
    ['is accepted by both while the old key is removed', [second, first], [second], user],
    [
      'is rejected by the older one if a new key is added in front immediately',
      [first],
      [second, first],
      null,
    ],
  ])('started in either of two processes %s', async (_what, before, after, taken) => {
    const [left, started] = [await createApp({ keys: before }), await createApp({ keys: after })];
    expect((await started.post('read', await left.start())).json()).toEqual(user);
    expect((await left.post('read', await started.start())).json()).toEqual(taken);
  });

  it('is not read from a modified cookie', async () => {
    const { post, start } = await createApp();
    const cookie = await start();
    const [name, value = ''] = cookie.split(/=(.*)/s);
    const [sealed = '', nonce = ''] = decodeURIComponent(value).split(';');
    const flipped = (text: string, index: number) =>
      `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;
    for (const other of [
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
    ]) {
      const answer = await post('read', `${name}=${encodeURIComponent(other)}`);
      expect([answer.statusCode, answer.json()], other).toEqual([200, null]);
    }
    expect((await post('read', cookie)).json()).toEqual(user);
  });
});

it.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://192.168.1.5:3000', false],
  ['https://journal.example', false],
])('the origin %s is local: %s', (origin, expected) => {
  expect(isLocalOrigin(origin)).toBe(expected);
});

it('parseSessionKeys reads a list of keys, and rejects one that does not have 32 bytes', () => {
  const [one, other] = [first.toString('base64'), second.toString('base64')];
  expect(parseSessionKeys(`${one}, ${other}`)).toEqual([first, second]);
  expect(() => parseSessionKeys(`${one},c2hvcnQ=`)).toThrow('32 bytes');
});

describe('a ceremony', () => {
  const ceremony = { challenge: 'AAAA', until: 1_800_000_000_000 };
  async function start(origin: string) {
    const app = fastify();
    await registerSessions(app, { keys: [first], origin, hasCeremonies: true });
    app.post('/begin', async (request) => {
      startSession(request, user);
      beginCeremony(request, ceremony);
      return null;
    });
    app.post('/end', async (request) => endCeremony(request) ?? null);
    const post = (url: string, cookie = '') =>
      app.inject({ method: 'POST', url, ...(cookie && { headers: { cookie } }) });
    const [, set = ''] = [(await post('/begin')).headers['set-cookie'] ?? []].flat();
    return { set, end: (cookie = set.split(';')[0]) => post('/end', cookie) };
  }

  it('is in its own encrypted cookie, for five minutes or until it is ended', async () => {
    const { set, end } = await start('http://localhost:3000');
    expect(set).toMatch(/^journal-passkey=/);
    for (const attribute of ['Max-Age=300', 'Path=/', 'HttpOnly', 'SameSite=Strict'])
      expect(set.split('; ')).toContain(attribute);
    expect(set).not.toContain('AAAA');
    const ended = await end();
    expect(ended.json()).toEqual(ceremony);
    expect(ended.headers['set-cookie']).toMatch(/^journal-passkey=;.*Max-Age=0/);
    expect((await end('journal-passkey=AAAA;AAAA')).json()).toBeNull();
    vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] });
    expect((await end()).json()).toBeNull();
  });

  it('is in a __Host- cookie with Secure if the origin uses TLS', async () => {
    const { set } = await start('https://journal.example');
    expect(set).toMatch(/^__Host-journal-passkey=.*; Secure/);
  });
});

it('a session awaits a passkey if one is required and not used, and the user sees addresses', () => {
  const waits = (byPasskey: boolean, seesAddresses: boolean, isRequired: boolean) =>
    awaitsPasskey({ ...user, byPasskey }, { seesAddresses, isRequired });
  expect(waits(false, true, true)).toBe(true);
  expect([waits(true, true, true), waits(false, false, true), waits(false, true, false)]).toEqual([
    false,
    false,
    false,
  ]);
});

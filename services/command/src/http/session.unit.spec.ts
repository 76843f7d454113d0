import { randomUUID } from 'node:crypto';
import { positionHeader } from '@journal/contracts';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { sessionStream, userEvents, userStream } from '@journal/events';
import { ProblemError } from '@journal/service-kit';
import { sessionOf, startSession } from '@journal/session';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountDecider } from '../account/account.decider.ts';
import {
  codeOf,
  cookieOf,
  createCommandSide,
  type Headers,
  sampleArticle,
  sampleToken,
  statusesOf,
  userWith,
} from '../testing/command-side.ts';
import { loadAccess } from './auth.ts';

const cleared = /^journal=;.*Max-Age=0/;
const authorization = `Bearer ${sampleToken}`;

/** The command side with an administrator, and with routes that show the session and start one. */
async function start() {
  const side = await createCommandSide();
  const config = { access: 'public' } as const;
  side.app.post('/session', { config }, async (request) => sessionOf(request) ?? null);
  side.app.post('/fail', { config }, async (_request, reply) => {
    reply.header(positionHeader, '00000000000000000007');
    throw new ProblemError('write-conflict');
  });
  side.app.post('/sign-in', { config }, async (request, reply) => {
    startSession(request, request.body as { userId: string; version: number });
    reply.header(positionHeader, await side.store.head());
    return null;
  });
  const { userId, headers } = await userWith(side, 'AdminGranted');
  return {
    ...side,
    userId,
    headers,
    publishAs: (sent: Headers) => side.call('POST', '/api/articles', sampleArticle, sent),
    show: async (cookie: string) => (await side.call('POST', '/session', undefined, { cookie })).json(),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a session', () => {
  it('remembers the position of each write, including its sign-in and a failed write', async () => {
    const side = await start();
    let { cookie } = side.headers;
    for (let round = 0; round < 2; round++) {
      const written = await side.publishAs({ cookie });
      expect(written.headers['set-cookie']).toMatch(/HttpOnly/);
      cookie = cookieOf(written);
      const session = await side.call('POST', '/session', undefined, { cookie });
      const position = written.headers[positionHeader];
      expect(session.json()).toEqual({ userId: side.userId, version: 0, position });
      expect(session.headers['set-cookie']).toBeUndefined();
    }
    const user = { userId: side.userId, version: 0 };
    const started = cookieOf(await side.call('POST', '/sign-in', user));
    expect(await side.show(started)).toEqual({ ...user, position: await side.store.head() });
    const failed = await side.call('POST', '/fail', undefined, side.headers);
    expect(failed.statusCode).toBe(409);
    expect(await side.show(cookieOf(failed))).toMatchObject({ position: failed.headers[positionHeader] });
  });

  it('is not changed by requests with the service token', async () => {
    const side = await start();
    for (const headers of [{ ...side.headers, authorization }, { authorization }]) {
      const answer = await side.publishAs(headers);
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([201, undefined]);
    }
  });

  it('is extended while it is used', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const side = await start();
    vi.setSystemTime(Date.parse('2026-01-14T00:00:00Z'));
    const extended = cookieOf(await side.call('POST', '/session', undefined, side.headers));
    vi.setSystemTime(Date.parse('2026-01-20T00:00:00Z'));
    expect(await side.show(side.headers.cookie)).toBeNull();
    expect(await side.show(extended)).toMatchObject({ userId: side.userId });
  });

  it.each(['PasswordChanged', 'AdminRevoked', 'UserForgotten'] as const)(
    'ends after %s: every response clears its cookie, which stays invalid',
    async (type) => {
      const side = await start();
      await side.happen(side.userId, type);
      for (const answer of [
        await side.call('POST', '/session', undefined, side.headers),
        await side.publishAs(side.headers),
        await side.call('POST', '/fail', undefined, side.headers),
      ])
        expect(answer.headers['set-cookie']).toMatch(cleared);
      expect(codeOf(await side.publishAs(side.headers))).toBe('not-signed-in');
      const user = { userId: side.userId, version: 1 };
      const started = await side.call('POST', '/sign-in', user, side.headers);
      if (type !== 'UserForgotten') expect(await side.show(cookieOf(started))).toMatchObject(user);
    },
  );
});

type Started = Awaited<ReturnType<typeof start>>;
const adminWith = (side: Started, ...types: ('PasswordChanged' | 'UserForgotten')[]) =>
  userWith(side, 'AdminGranted', ...types);
const tampered = (cookie: string) =>
  cookie.replace(/(.)(.{20})$/, (_all, one, rest) => (one === 'A' ? 'B' : 'A') + rest);

/** Appends events without the journal's metadata to a stream, as another program would. */
async function writeForeign(side: Started, stream: string, ...types: string[]): Promise<void> {
  const foreign = types.map((type) => ({ id: randomUUID(), type, data: {}, metadata: {} as never }));
  await side.store.append(stream, foreign, 'any');
}

/** Headers by requester, and the expected status. */
const requesters: Record<string, [(side: Started) => Promise<Headers>, 201 | 401 | 403]> = {
  'a writer who claims to be an admin': [
    async (side) => ({ ...(await userWith(side)).headers, 'x-admin': 'true' }),
    403,
  ],
  'an admin behind a password of a proxy': [
    async (side) => ({ ...side.headers, authorization: 'Basic dXNlcjpwYXNzd29yZA==' }),
    201,
  ],
  'an admin with another token': [
    async (side) => ({ ...side.headers, authorization: 'Bearer another-token-of-at-least-32-characters' }),
    401,
  ],
  'an admin since a change of the password': [
    async (side) => ({ cookie: await side.session((await adminWith(side, 'PasswordChanged')).userId, 1) }),
    201,
  ],
  'an admin whose password was changed elsewhere': [
    async (side) => (await adminWith(side, 'PasswordChanged')).headers,
    401,
  ],
  'a session of a later version': [async (side) => ({ cookie: await side.session(side.userId, 1) }), 401],
  'a forgotten admin': [async (side) => (await adminWith(side, 'UserForgotten')).headers, 401],
  'a forgotten admin with a later version': [
    async (side) => ({ cookie: await side.session((await adminWith(side, 'UserForgotten')).userId, 1) }),
    401,
  ],
  'a writer whom somebody else has made an admin in the log': [
    async (side) => {
      const { userId, headers } = await userWith(side);
      await writeForeign(side, userStream(userId), 'AdminGranted');
      return headers;
    },
    403,
  ],
  'an admin whose rights and session somebody else has ended in the log': [
    async (side) => {
      const sessionId = randomUUID();
      await writeForeign(side, userStream(side.userId), 'AdminRevoked', 'PasswordChanged', 'UserForgotten');
      await writeForeign(side, sessionStream(sessionId), 'SessionEnded');
      return { cookie: await side.session(side.userId, 0, sessionId) };
    },
    201,
  ],
  'the session of an unknown user': [
    async (side) => ({ cookie: await side.session('b0c5a1f2-0000-4000-8000-000000000000') }),
    401,
  ],
  'a session that names another stream': [
    async (side) => ({ cookie: await side.session('1/../article-1') }),
    401,
  ],
  'a tampered cookie': [async (side) => ({ cookie: tampered(side.headers.cookie) }), 401],
  'a cookie of another journal': [
    async (side) => ({ cookie: await (await createCommandSide()).session(side.userId) }),
    401,
  ],
};

describe('a route for administrators and services', () => {
  it.each(Object.entries(requesters))(
    'returns the expected status to %s',
    async (_who, [headersFor, status]) => {
      const side = await start();
      const headers = await headersFor(side);
      const before = side.log.length;
      const answer = await side.publishAs(headers);
      expect(answer.statusCode).toBe(status);
      if (status === 201) return;
      const { code, message } = answer.json();
      expect([code, message, answer.headers['www-authenticate']]).toEqual(
        status === 401
          ? ['not-signed-in', 'Please sign in', 'Bearer']
          : ['not-allowed', 'Admin privileges are required', undefined],
      );
      expect(side.log).toHaveLength(before);
    },
  );

  it('returns 401 before it parses the body or validates the path', async () => {
    const { call } = await start();
    const headers = { 'content-type': 'nonsense' };
    for (const url of ['/api/articles', '/api/articles/abc/restore'])
      expect((await call('POST', url, '{', headers)).statusCode).toBe(401);
  });

  it('returns 401 from the first request after the administrator’s rights are revoked', async () => {
    const side = await start();
    expect((await side.publishAs(side.headers)).statusCode).toBe(201);
    await side.happen(side.userId, 'AdminRevoked');
    expect((await side.publishAs(side.headers)).statusCode).toBe(401);
  });

  it('returns 503 and keeps the cookie while the log is unavailable to check the session', async () => {
    const side = await start();
    side.store.read = () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    };
    const answer = await side.publishAs(side.headers);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([503, undefined]);
  });
});

const metadata = {
  actor: { id: 'spec', role: 'system' },
  requestId: 'spec',
  schemaVersion: 1,
  at: '2026-01-02T03:04:05.678Z',
} as never;

/** The access of a user whose stream has events of these types, without any data. */
async function accessAfter(types: readonly string[]) {
  const store = createMemoryEventStore();
  for (const type of types)
    await store.append(userStream('one'), [{ id: randomUUID(), type, data: {}, metadata }], 'any');
  return loadAccess(store, 'one');
}

describe('the access of a user', () => {
  it.each<[readonly string[], object | undefined]>([
    [[], undefined],
    [['RegistrationAbandoned'], undefined],
    [['UserRegistered'], { version: 0, roles: [] }],
    [['UserRegistered', 'AdminGranted'], { version: 0, roles: ['admin'] }],
    [['UserRegistered', 'AdminGranted', 'AdminRevoked'], { version: 1, roles: [] }],
    [['UserRegistered', 'AdminGranted', 'PasswordChanged'], { version: 1, roles: ['admin'] }],
    [['UserRegistered', 'AdminGranted', 'UserForgotten'], undefined],
    [
      ['UserRegistered', 'AdminGranted', 'TypeOfALaterVersion', 'PasswordChanged'],
      { version: 1, roles: ['admin'] },
    ],
    [['UserRegistered', 'UserForgotten', 'TypeOfALaterVersion'], undefined],
    [['UserRegistered', 'UserForgotten', 'UserRegistered'], undefined],
  ])('after the events %j, read without the user’s key, is %j', async (types, expected) => {
    expect(await accessAfter(types)).toEqual(expected);
  });

  it('equals the access in the account’s own state for any history', async () => {
    const endings = ['UserRegistered', 'RegistrationAbandoned', 'UserForgotten'];
    const others = Object.keys(userEvents).filter((type) => !endings.includes(type));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...others), { maxLength: 12 }), async (rest) => {
        const types = ['UserRegistered', ...rest];
        const { evolve, initialState } = accountDecider;
        const state = types.reduce(
          (before, type) => evolve(before, { type, data: { userId: 'one' }, metadata } as never),
          initialState,
        );
        if (state.status !== 'registered') throw new Error(`The account is ${state.status}`);
        const { sessionVersion: version, account } = state;
        expect(await accessAfter(types)).toEqual({ version, roles: account.roles });
      }),
    );
  });
});

it('an unknown path returns 404, and an unknown method 405, without a session', async () => {
  const { app, send } = await createCommandSide();
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  const answers = [await send('POST', '/nothing'), await send('POST', '/api/articles/1')];
  expect(answers.map((answer) => [answer.statusCode, codeOf(answer), answer.headers.allow])).toEqual([
    [404, 'not-found', undefined],
    [405, 'method-not-allowed', 'DELETE, PUT'],
  ]);
});

it('a route without declared access can’t be registered, directly or in a plugin', async () => {
  const { app } = await createCommandSide();
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    expect(() => app.route({ method, url: '/api/new', handler: async () => null })).toThrow(
      `${method} /api/new declares no access`,
    );
  app.register(async (inner) => {
    inner.post('/api/new', async () => null);
  });
  await expect(app.ready()).rejects.toThrow('declares no access');
});

it.each([
  ['public', [200, 200, 200, 200]],
  ['signed-in', [401, 200, 200, 401]],
  ['admin', [401, 403, 200, 401]],
  ['service', [401, 401, 401, 200]],
  ['admin-or-service', [401, 403, 200, 200]],
] as const)(
  'a route with access %s returns, for a visitor, a user, an admin and a program, %j',
  async (access, statuses) => {
    const side = await start();
    side.app.post('/spec', { config: { access } }, async () => null);
    const requests: Headers[] = [{}, (await userWith(side)).headers, side.headers, { authorization }];
    const answers = await Promise.all(
      requests.map((headers) => side.call('POST', '/spec', undefined, headers)),
    );
    expect(statusesOf(answers)).toEqual(statuses);
  },
);

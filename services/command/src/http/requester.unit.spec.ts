import { describe, expect, it } from 'vitest';
import { createCommandSide, sampleArticle, sampleToken } from '../testing/command-side.ts';

type Side = Awaited<ReturnType<typeof createCommandSide>>;
type Headers = Record<string, string>;
type Answer = 'may' | 'please sign in' | 'admins only';

async function userWith(
  side: Side,
  ...changes: ('grantAdmin' | 'revokeAdmin' | 'changePassword' | 'forget')[]
) {
  const userId = await side.users.register();
  for (const change of changes) await side.users[change](userId);
  return userId;
}
const session = async (side: Side, userId: string, version = 0): Promise<Headers> => ({
  cookie: await side.users.cookieOf(userId, version),
});
const tampered = (cookie: string) =>
  cookie.replace(/(.)(.{20})$/, (_all, one, rest) => (one === 'A' ? 'B' : 'A') + rest);

/** Who asks, with which headers, and what they are told. */
const requesters: Record<string, [(side: Side) => Headers | Promise<Headers>, Answer]> = {
  'a writer who says to be an admin': [
    async (side) => ({ ...(await session(side, await userWith(side))), 'x-admin': 'true' }),
    'admins only',
  ],
  'an admin behind a password of a proxy': [
    async (side) => ({
      ...(await session(side, await userWith(side, 'grantAdmin'))),
      authorization: 'Basic dXNlcjpwYXNzd29yZA==',
    }),
    'may',
  ],
  'an admin with another token': [
    async (side) => ({
      ...(await session(side, await userWith(side, 'grantAdmin'))),
      authorization: 'Bearer another-token-of-at-least-32-characters',
    }),
    'please sign in',
  ],
  'an admin since changing the password': [
    async (side) => session(side, await userWith(side, 'grantAdmin', 'changePassword'), 1),
    'may',
  ],
  'an admin whose password was changed elsewhere': [
    async (side) => session(side, await userWith(side, 'grantAdmin', 'changePassword')),
    'please sign in',
  ],
  'a session of a version to come': [
    async (side) => session(side, await userWith(side, 'grantAdmin'), 1),
    'please sign in',
  ],
  'a forgotten admin': [
    async (side) => session(side, await userWith(side, 'grantAdmin', 'forget')),
    'please sign in',
  ],
  'a forgotten admin with a version to come': [
    async (side) => session(side, await userWith(side, 'grantAdmin', 'forget'), 1),
    'please sign in',
  ],
  'nobody’s session': [(side) => session(side, 'b0c5a1f2-0000-4000-8000-000000000000'), 'please sign in'],
  'a session in a stream of another kind': [(side) => session(side, '1/../article-1'), 'please sign in'],
  'a tampered cookie': [
    async (side) => ({
      cookie: tampered(await side.users.cookieOf(await userWith(side, 'grantAdmin'))),
    }),
    'please sign in',
  ],
  'a cookie of another journal': [
    async (side) => {
      const userId = await userWith(side, 'grantAdmin');
      return { cookie: await (await createCommandSide()).users.cookieOf(userId) };
    },
    'please sign in',
  ],
};

const told = {
  'please sign in': [401, 'not-signed-in', 'Please sign in'],
  'admins only': [403, 'not-allowed', 'Admin privileges are required'],
} as const;

describe('a route for admins and our programs', () => {
  it.each(Object.entries(requesters))('%s', async (_who, [headersFor, answer]) => {
    const side = await createCommandSide();
    const headers = await headersFor(side);
    const before = side.log.length;
    const given = await side.app.inject({
      method: 'POST',
      url: '/api/articles',
      payload: sampleArticle,
      headers,
    });
    if (answer === 'may') return expect(given.statusCode).toBe(201);
    const { code, message } = given.json();
    expect([given.statusCode, code, message]).toEqual(told[answer]);
    const challenge = answer === 'please sign in' ? 'Bearer' : undefined;
    expect(given.headers['www-authenticate']).toBe(challenge);
    expect(side.log).toHaveLength(before);
  });

  it('rejects before it parses the body or checks the path', async () => {
    const { app } = await createCommandSide();
    const headers = { 'content-type': 'nonsense' };
    for (const url of ['/api/articles', '/api/articles/abc/restore'])
      expect((await app.inject({ method: 'POST', url, payload: '{', headers })).statusCode).toBe(401);
  });

  it('is closed from the first request after an admin is revoked', async () => {
    const side = await createCommandSide();
    const userId = await userWith(side, 'grantAdmin');
    const headers = await session(side, userId);
    const publish = () =>
      side.app.inject({ method: 'POST', url: '/api/articles', payload: sampleArticle, headers });
    expect((await publish()).statusCode).toBe(201);
    await side.users.revokeAdmin(userId);
    expect((await publish()).statusCode).toBe(401);
  });

  it('answers 503 while the log can’t tell who is signed in', async () => {
    const side = await createCommandSide();
    const headers = await session(side, await userWith(side, 'grantAdmin'));
    side.store.read = () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    };
    const answer = await side.app.inject({ method: 'DELETE', url: '/api/articles/1', headers });
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([503, undefined]);
  });
});

describe('what is no route of the API', () => {
  it('is public, 404 or 405', async () => {
    const { app, send } = await createCommandSide();
    expect((await app.inject('/health/ready')).statusCode).toBe(200);
    const answers = [await send('POST', '/nothing'), await send('POST', '/api/articles/1')];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code, answer.headers.allow])).toEqual([
      [404, 'not-found', undefined],
      [405, 'method-not-allowed', 'DELETE, PUT'],
    ]);
  });
});

describe('a route without access', () => {
  it.each(['GET', 'POST', 'DELETE'] as const)('is rejected when it is registered (%s)', async (method) => {
    const { app } = await createCommandSide();
    expect(() => app.route({ method, url: '/api/new', handler: async () => null })).toThrow(
      `${method} /api/new declares no access`,
    );
  });

  it('is rejected within a plugin too', async () => {
    const { app } = await createCommandSide();
    app.register(async (inner) => {
      inner.post('/api/new', async () => null);
    });
    await expect(app.ready()).rejects.toThrow('declares no access');
  });
});

describe('what a route may allow', () => {
  const answers: Record<string, Record<string, number>> = {
    public: { visitor: 200, user: 200, admin: 200, service: 200 },
    'signed-in': { visitor: 401, user: 200, admin: 200, service: 401 },
    admin: { visitor: 401, user: 403, admin: 200, service: 401 },
    service: { visitor: 401, user: 401, admin: 401, service: 200 },
    'admin-or-service': { visitor: 401, user: 403, admin: 200, service: 200 },
  };

  it.each(Object.entries(answers))('%s', async (access, expected) => {
    const side = await createCommandSide();
    side.app.post('/spec', { config: { access: access as 'public' } }, async () => ({ done: true }));
    const headers: Record<string, Headers> = {
      visitor: {},
      user: await session(side, await userWith(side)),
      admin: await session(side, await userWith(side, 'grantAdmin')),
      service: { authorization: `Bearer ${sampleToken}` },
    };
    for (const [who, status] of Object.entries(expected)) {
      const answer = await side.app.inject({ method: 'POST', url: '/spec', headers: headers[who] ?? {} });
      expect([who, answer.statusCode]).toEqual([who, status]);
    }
  });
});

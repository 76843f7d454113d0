import { positionHeader } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import { sessionOf, startSession } from '@journal/session';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCommandSide, sampleArticle, sampleToken } from '../testing/command-side.ts';

const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie']).split(';')[0] ?? '';
const cleared = /^journal=;.*Max-Age=0/;

/** The command side with routes that show what they know of the session, and start one. */
async function createSide() {
  const side = await createCommandSide();
  const config = { access: 'public' } as const;
  side.app.post('/session', { config }, async (request) => sessionOf(request) ?? null);
  side.app.post('/fail', { config }, async (_request, reply) => {
    reply.header(positionHeader, '00000000000000000007');
    throw new ProblemError('write-conflict');
  });
  side.app.post<{ Body: { userId: string; version: number } }>(
    '/sign-in',
    { config },
    async (request, reply) => {
      startSession(request, request.body);
      reply.header(positionHeader, await side.store.head());
      return null;
    },
  );
  const userId = await side.users.register();
  await side.users.grantAdmin(userId);
  return {
    ...side,
    userId,
    cookie: await side.users.cookieOf(userId),
    post: (url: string, headers: Record<string, string> = {}, payload?: object) =>
      side.app.inject({ method: 'POST', url, headers, ...(payload ? { payload } : {}) }),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a session', () => {
  it('remembers the position of each of its writes', async () => {
    const side = await createSide();
    let { cookie } = side;
    for (let round = 0; round < 2; round++) {
      const written = await side.post('/api/articles', { cookie }, sampleArticle);
      expect(written.headers['set-cookie']).toMatch(/HttpOnly/);
      cookie = cookieOf(written);
      const session = await side.post('/session', { cookie });
      expect(session.json()).toEqual({
        userId: side.userId,
        version: 0,
        position: written.headers[positionHeader],
      });
      expect(session.headers['set-cookie']).toBeUndefined();
    }
  });

  it('remembers the position of the write that starts it', async () => {
    const side = await createSide();
    const user = { userId: side.userId, version: 0 };
    const answer = await side.post('/sign-in', {}, user);
    const session = await side.post('/session', { cookie: cookieOf(answer) });
    expect(session.json()).toEqual({ ...user, position: await side.store.head() });
  });

  it('remembers what was written before a rejection', async () => {
    const side = await createSide();
    const answer = await side.post('/fail', { cookie: side.cookie });
    expect(answer.statusCode).toBe(409);
    const position = answer.headers[positionHeader];
    expect((await side.post('/session', { cookie: cookieOf(answer) })).json()).toMatchObject({ position });
  });

  it('is not affected by the service token, which has none', async () => {
    const side = await createSide();
    const headers = { cookie: side.cookie, authorization: `Bearer ${sampleToken}` };
    const answer = await side.post('/api/articles', headers, sampleArticle);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([201, undefined]);
    expect(
      (await side.post('/api/articles', { authorization: headers.authorization }, sampleArticle)).headers[
        'set-cookie'
      ],
    ).toBeUndefined();
  });

  it('is extended while it is used', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const side = await createSide();
    const cookie = await side.users.cookieOf(side.userId);
    vi.setSystemTime(Date.parse('2026-01-14T00:00:00Z'));
    const slid = cookieOf(await side.post('/session', { cookie }));
    vi.setSystemTime(Date.parse('2026-01-20T00:00:00Z'));
    expect((await side.post('/session', { cookie })).json()).toBeNull();
    expect((await side.post('/session', { cookie: slid })).json()).toMatchObject({ userId: side.userId });
  });
});

describe('a session that is over', () => {
  it.each(['changePassword', 'revokeAdmin', 'forget'] as const)(
    'after %s is cleared by the answer, be it a refusal',
    async (end) => {
      const side = await createSide();
      await side.users[end](side.userId);
      const { cookie } = side;
      for (const answer of [
        await side.post('/session', { cookie }),
        await side.post('/api/articles', { cookie }, sampleArticle),
        await side.post('/fail', { cookie }),
      ])
        expect(answer.headers['set-cookie']).toMatch(cleared);
    },
  );

  it('does not prevent a new session after signing in', async () => {
    const side = await createSide();
    await side.users.changePassword(side.userId);
    const user = { userId: side.userId, version: 1 };
    const answer = await side.post('/sign-in', { cookie: side.cookie }, user);
    const session = await side.post('/session', { cookie: cookieOf(answer) });
    expect(session.json()).toMatchObject(user);
  });

  it('stays over when its cookie is replayed', async () => {
    const side = await createSide();
    await side.users.changePassword(side.userId);
    const { cookie } = side;
    await side.post('/session', { cookie });
    const replay = await side.post('/api/articles', { cookie }, sampleArticle);
    expect(replay.json().code).toBe('not-signed-in');
  });
});

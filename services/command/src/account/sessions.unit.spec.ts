import { sessionStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  cookieOf,
  createCommandSide,
  sampleUser,
  statusesOf,
  userWith,
} from '../testing/command-side.ts';

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0' };

/** A user who registered and then signed in with Firefox. */
async function start() {
  const side = await createCommandSide();
  const registered = await side.register();
  const userId: string = registered.json().id;
  const [first, second] = [cookieOf(registered), cookieOf(await side.login({}, firefox))];
  const begun = async () =>
    (await side.events()).flatMap((event) => (event.type === 'SessionStarted' ? [event] : []));
  const [firstId = '', secondId = ''] = (await begun()).map(({ data }) => data.sessionId);
  return {
    ...side,
    userId,
    first: { id: firstId, cookie: first },
    second: { id: secondId, cookie: second },
    begun,
    /** The status of a request that requires a session. */
    try: async (cookie: string) => {
      const settings = { showsOtherPieces: false };
      return (await side.call('PUT', '/api/me/settings', settings, { cookie })).statusCode;
    },
    end: (cookie: string, id: string) => side.call('DELETE', `/api/me/sessions/${id}`, undefined, { cookie }),
    endOthers: (cookie: string) => side.call('DELETE', '/api/me/sessions', undefined, { cookie }),
    signOut: (cookie: string) => side.call('POST', '/api/auth/logout', undefined, { cookie }),
  };
}

describe('a session', () => {
  it('is recorded in its own stream, with its device encrypted by the user’s key', async () => {
    const side = await start();
    const [first, second] = await side.begun();
    expect(first?.data).toEqual({
      userId: side.userId,
      sessionId: side.first.id,
      version: 0,
      device: null,
    });
    expect(second).toMatchObject({
      stream: sessionStream(side.second.id),
      data: { device: 'Firefox on Linux' },
      metadata: { actor: { id: side.userId, role: 'writer' } },
    });
    expect(JSON.stringify(side.log)).not.toMatch(/Firefox|Linux|127\.0\.0\.1/);
  });

  it('ends when its user signs in again in the same browser, while other sessions continue', async () => {
    const side = await start();
    const again = cookieOf(await side.login({}, { cookie: side.first.cookie }));
    const tried = [side.first.cookie, side.second.cookie, again].map(side.try);
    expect(await Promise.all(tried)).toEqual([401, 204, 204]);
    const ended = (await side.events()).filter(({ type }) => type === 'SessionEnded');
    expect(ended).toMatchObject([{ data: { sessionId: side.first.id } }]);
  });

  it('ends on sign-out, even for copies of its cookie, while other sessions continue', async () => {
    const side = await start();
    const answer = await side.signOut(side.first.cookie);
    expect([answer.statusCode, cookieOf(answer)]).toEqual([204, '']);
    expect(side.types().at(-1)).toBe('SessionEnded');
    expect([await side.try(side.first.cookie), await side.try(side.second.cookie)]).toEqual([401, 204]);
    const written = side.log.length;
    expect((await side.signOut(side.first.cookie)).statusCode).toBe(204);
    expect(side.log).toHaveLength(written);
  });

  it('clears its cookie on sign-out even if the log is unavailable', async () => {
    const side = await start();
    side.dieAfter(0);
    const answer = await side.signOut(side.first.cookie);
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([
      204,
      expect.stringMatching(/Max-Age=0/),
    ]);
  });

  it('without an ID, from an older version, survives sign-out and ends when all others are ended', async () => {
    const side = await start();
    const cookie = await side.session(side.userId);
    expect(await side.try(cookie)).toBe(204);
    expect((await side.signOut(cookie)).statusCode).toBe(204);
    expect(await side.try(cookie)).toBe(204);
    expect((await side.endOthers(side.first.cookie)).statusCode).toBe(204);
    expect(await side.try(cookie)).toBe(401);
  });
});

describe('ending one session', () => {
  it('ends only that session immediately, and is idempotent', async () => {
    const side = await start();
    const ended = [
      await side.end(side.first.cookie, side.second.id),
      await side.end(side.first.cookie, side.second.id),
    ];
    expect(statusesOf(ended)).toEqual([204, 204]);
    expect(side.types().filter((type) => type === 'SessionEnded')).toHaveLength(1);
    expect([await side.try(side.first.cookie), await side.try(side.second.cookie)]).toEqual([204, 401]);
  });

  it('clears the cookie if it is the requesting session', async () => {
    const side = await start();
    const answer = await side.end(side.first.cookie, side.first.id);
    expect([answer.statusCode, String(answer.headers['set-cookie'])]).toEqual([
      204,
      expect.stringMatching(/Max-Age=0/),
    ]);
    expect(await side.try(side.first.cookie)).toBe(401);
  });

  it('returns 404 for another user’s session, an unknown or invalid ID, and a session that already ended', async () => {
    const side = await start();
    const stranger = (await userWith(side)).headers.cookie;
    const changed = cookieOf(await side.change(side.first.cookie, sampleUser.password));
    const refused = [
      await side.end(stranger, side.second.id),
      await side.end(changed, '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c'),
      await side.end(changed, side.second.id),
      await side.end(changed, 'no-id'),
    ];
    expect(refused.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual(
      refused.map(() => [404, 'session-not-found']),
    );
    expect(side.types()).not.toContain('SessionEnded');
  });
});

describe('ending all other sessions', () => {
  it('replaces the requesting session with a new one', async () => {
    const side = await start();
    const answer = await side.endOthers(side.first.cookie);
    expect(answer.statusCode).toBe(204);
    const cookies = [side.first.cookie, side.second.cookie, cookieOf(answer)];
    expect(await Promise.all(cookies.map(side.try))).toEqual([401, 401, 204]);
    expect((await side.begun()).at(-1)?.data.version).toBe(1);
  });

  it('leaves one session if two sessions request it concurrently', async () => {
    const side = await start();
    const cookies = [side.first.cookie, side.second.cookie];
    const answers = await Promise.all(cookies.map(side.endOthers));
    expect(statusesOf(answers).toSorted()).toEqual([204, 409]);
    const [kept] = answers.filter(({ statusCode }) => statusCode === 204);
    expect(kept && (await side.try(cookieOf(kept)))).toBe(204);
  });
});

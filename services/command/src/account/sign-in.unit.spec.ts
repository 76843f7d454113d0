import { StoreUnavailable } from '@journal/event-store';
import { accessStream, createTemporaryPassword } from '@journal/events';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeOf, cookieOf, createCommandSide, sampleUser, statusesOf } from '../testing/command-side.ts';
import type { PasswordHasher } from './passwords.ts';

const wrong = { password: 'wrong secret' };
const unknown = { email: 'unknown@example.org' };
const hour = 60 * 60_000;

async function start(parts: Parameters<typeof createCommandSide>[0] = {}) {
  const side = await createCommandSide(parts);
  const registered = await side.register();
  const userId: string = registered.json().id;
  return {
    ...side,
    registered,
    userId,
    cookie: cookieOf(registered),
    mailed: () => side.mailedPassword(userId),
    accesses: async () =>
      (await side.events())
        .filter(({ stream }) => stream.startsWith('access-'))
        .map(({ type, stream, data, metadata }) => ({ type, stream, data, actor: metadata.actor })),
  };
}

/** The observable part of a response, without the headers that always differ. */
function shown({ statusCode, headers, body }: LightMyRequestResponse) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { statusCode, headers: rest, body };
}
const signedIn = (userId: string, by: string, role = 'writer') => ({
  type: 'UserSignedIn',
  stream: accessStream(userId),
  data: { userId, by },
  actor: { id: userId, role },
});
const failed = (userId: string | null) => ({
  type: 'SignInFailed',
  stream: accessStream(userId),
  data: { userId },
  actor: { id: 'visitor', role: 'visitor' },
});

afterEach(() => {
  vi.useRealTimers();
});

describe('signing in', () => {
  it('returns 200 with the user and the account’s journal position, and is recorded', async () => {
    const side = await start();
    const answer = await side.login({}, { 'x-request-id': 'request-7' });
    expect([answer.statusCode, answer.json()]).toEqual([200, side.registered.json()]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'journal-position': side.registered.headers['journal-position'],
    });
    expect(await side.accesses()).toEqual([signedIn(side.userId, 'password')]);
    expect(side.log.at(-1)?.metadata.requestId).toBe('request-7');
    await side.happen(side.userId, 'AdminGranted');
    const cookie = cookieOf(await side.login());
    expect((await side.accesses()).at(-1)).toEqual(signedIn(side.userId, 'password', 'admin'));
    expect((await side.change(cookie, sampleUser.password)).statusCode).toBe(200);
  });

  it('fails identically for a wrong password and an unknown address, after the same work; both are recorded', async () => {
    const side = await start();
    const reads = vi.spyOn(side.store, 'read');
    const seen: unknown[] = [];
    for (const change of [wrong, unknown, { ...unknown, password: 'zxqsecret' }]) {
      const [calls, read, waits] = [{ ...side.calls }, reads.mock.calls.length, side.waited.length];
      const answer = await side.login(change);
      const { hash, verify } = side.calls;
      const work = [hash - calls.hash, verify - calls.verify, reads.mock.calls.length - read];
      seen.push({ ...shown(answer), work, waits: side.waited.length - waits });
      expect([answer.statusCode, codeOf(answer), answer.json().message, work[1]]).toEqual([
        401,
        'wrong-credentials',
        'Invalid email or password',
        1,
      ]);
    }
    expect(seen).toEqual([seen[0], seen[0], seen[0]]);
    expect(await side.accesses()).toEqual([failed(side.userId), failed(null), failed(null)]);
    expect(JSON.stringify(side.log)).not.toMatch(/zxqsecret|wrong secret|example\.org/);
  });

  it.each([
    [0, 300],
    [120, 180],
    [300, 0],
    [5_000, 0],
  ])(
    'waits after a failed verification of %i ms for another %i ms, but not after a success',
    async (duration, waits) => {
      vi.useFakeTimers({ toFake: ['performance'], now: 0 });
      const passwords: PasswordHasher = {
        hash: async (password) => password,
        async verify(hashed, password) {
          vi.advanceTimersByTime(duration);
          return hashed === password;
        },
      };
      const side = await start({ passwords });
      expect(statusesOf([await side.login(wrong), await side.login(unknown), await side.login()])).toEqual([
        401, 401, 200,
      ]);
      expect(side.waited).toEqual([waits, waits]);
    },
  );

  it.each([{}, wrong, unknown])('with %j returns 503 while it can’t be recorded', async (change) => {
    const side = await start();
    for (const interrupt of [() => Promise.reject(new StoreUnavailable('away')), undefined]) {
      if (interrupt) side.interrupt(interrupt);
      else side.dieAfter(0);
      const answer = await side.login(change);
      expect([answer.statusCode, codeOf(answer), cookieOf(answer)]).toEqual([503, 'unavailable', '']);
    }
    expect(await side.accesses()).toEqual([]);
  });

  it('is recorded without an account if the user is forgotten, and not at all for an invalid body', async () => {
    const side = await start();
    await side.login({ password: '' });
    await side.erase(side.cookie);
    await side.login();
    expect(await side.accesses()).toEqual([failed(null)]);
  });

  it('replaces another user’s session', async () => {
    const side = await start();
    const other = { email: 'other@example.org', password: 'other secret' };
    await side.register(other);
    const switched = cookieOf(await side.login(other, { cookie: side.cookie }));
    expect((await side.change(switched, sampleUser.password)).statusCode).toBe(400);
    expect((await side.change(switched, other.password)).statusCode).toBe(200);
  });
});

it('signing out returns 204, signed in or not, and clears the cookie', async () => {
  const side = await start();
  const signOut = (body?: object, headers = {}) => side.call('POST', '/api/auth/logout', body, headers);
  const out = await signOut(undefined, { cookie: side.cookie });
  expect([out.statusCode, out.body]).toEqual([204, '']);
  expect(out.headers['set-cookie']).toMatch(/^journal=;.*Max-Age=0/);
  expect(out.headers['clear-site-data']).toBe('"prefetchCache"');
  const again = await signOut();
  expect([again.statusCode, again.headers['set-cookie']]).toEqual([204, undefined]);
  expect(statusesOf([await signOut({}), await signOut({ all: true })])).toEqual([204, 400]);
});

describe('a password reset request', () => {
  it.each([
    ['a visitor', false],
    ['somebody signed in', true],
  ])(
    'gives %s the same response after the same time for a known and an unknown address',
    async (_who, isSignedIn) => {
      const side = await start();
      const headers: Record<string, string> = isSignedIn ? { cookie: side.cookie } : {};
      const [known, other] = [
        await side.forgot(undefined, headers),
        await side.forgot(unknown.email, headers),
      ];
      expect(known.json()).toEqual({
        message: 'If an account exists for that email, a temporary password is on its way.',
      });
      expect(shown(known)).toEqual(shown(other));
      for (const name of ['journal-position', 'set-cookie']) expect(known.headers[name]).toBeUndefined();
      expect([known.statusCode, side.waited]).toEqual([200, [300, 300]]);
    },
  );

  it('is recorded with a visitor as the actor, and not at all for an unknown address', async () => {
    const side = await start();
    await side.forgot(unknown.email);
    await side.forgot(' SAMPLE.writer@example.org ');
    expect((await side.events()).slice(4)).toMatchObject([
      {
        type: 'PasswordResetRequested',
        data: { userId: side.userId, resetId: expect.any(String) },
        metadata: { actor: { id: 'visitor', role: 'visitor' } },
      },
    ]);
  });
});

describe('changing a password', () => {
  it('returns a confirmation and a new session cookie, and ends all other sessions', async () => {
    const side = await start();
    const elsewhere = cookieOf(await side.login());
    const answer = await side.change(side.cookie, sampleUser.password);
    const message = 'Your password has been changed successfully.';
    expect([answer.statusCode, answer.json()]).toEqual([200, { message }]);
    const changed = (await side.events()).find(({ type }) => type === 'PasswordChanged');
    expect(answer.headers['journal-position']).toBe(changed?.position);
    for (const old of [side.cookie, elsewhere])
      expect(codeOf(await side.change(old, 'another secret'))).toBe('not-signed-in');
    expect((await side.change(cookieOf(answer), 'another secret', 'a third secret')).statusCode).toBe(200);
    expect(statusesOf([await side.login(), await side.login({ password: 'a third secret' })])).toEqual([
      401, 200,
    ]);
  });

  it('requires the current password, and lets only one of two concurrent changes succeed', async () => {
    const side = await start();
    const before = side.log.length;
    const answer = await side.change(side.cookie, 'wrong secret');
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Your current password is not correct']);
    expect(side.log).toHaveLength(before);
    const answers = await Promise.all(
      ['first secret', 'second secret'].map((each) => side.change(side.cookie, sampleUser.password, each)),
    );
    expect(statusesOf(answers).sort()).toEqual([200, 400]);
    expect(side.types(before)).toEqual(['PasswordChanged']);
  });
});

describe('a temporary password', () => {
  it('is recorded by the mailer as a hash, valid for 60 minutes, and only for the latest request', async () => {
    const side = await start();
    await side.forgot();
    const superseded = await side.newestReset();
    await side.forgot();
    const password = createTemporaryPassword();
    const before = side.log.length;
    const late = await side.issue(side.userId, superseded, password);
    expect([late.statusCode, codeOf(late), side.log.length]).toEqual([409, 'reset-superseded', before]);
    const expiresAt = new Date(side.clock.now.getTime() + hour).toISOString();
    const answer = await side.issue(side.userId, await side.newestReset(), password);
    expect([answer.statusCode, answer.json()]).toEqual([200, { expiresAt }]);
    expect(answer.headers['journal-position']).toBe(await side.store.head());
    const events = await side.events();
    expect(events.at(-1)?.metadata.actor).toEqual({ id: 'service', role: 'service' });
    expect(JSON.stringify(events)).not.toContain(password);
    for (const userId of ['00000000-0000-4000-8000-000000000000', 'nobody', '%27%20or%201=1'])
      expect(codeOf(await side.issue(userId, 'reset-1', password))).toBe('user-not-found');
  });

  it('leaves the old password valid until its own first use, and is accepted in any spelling', async () => {
    const side = await start();
    const password = await side.mailed();
    expect(statusesOf([await side.login(), await side.login({ password: password.slice(1) })])).toEqual([
      200, 401,
    ]);
    const answer = await side.login({ password });
    expect([answer.statusCode, answer.json().id]).toEqual([200, side.userId]);
    const actor = { id: side.userId, role: 'writer' };
    expect((await side.events()).slice(-4)).toMatchObject([
      { type: 'TemporaryPasswordUsed', metadata: { actor } },
      { type: 'OtherSessionsEnded', position: answer.headers['journal-position'], metadata: { actor } },
      { type: 'UserSignedIn' },
      { type: 'SessionStarted' },
    ]);
    expect(codeOf(await side.login())).toBe('wrong-credentials');
    const spaced = ` ${password.replaceAll('-', ' ')} `;
    for (const typed of [password, password.toLowerCase(), password.replaceAll('-', ''), spaced])
      expect((await side.login({ password: typed })).statusCode).toBe(200);
    expect(side.types().filter((type) => type === 'TemporaryPasswordUsed')).toHaveLength(1);
    const used = signedIn(side.userId, 'temporary-password');
    expect((await side.accesses()).slice(2)).toEqual([used, failed(side.userId), used, used, used, used]);
  });

  it.each([false, true])(
    'expires after 60 minutes, and voids the old password only if used before then: %s',
    async (isUsed) => {
      const side = await start();
      const password = await side.mailed();
      side.pass(hour - 1);
      if (isUsed) expect((await side.login({ password })).statusCode).toBe(200);
      side.pass(1);
      const late = await side.login({ password });
      expect([late.statusCode, codeOf(late)]).toEqual([401, 'wrong-credentials']);
      expect((await side.accesses()).at(-1)).toEqual(failed(side.userId));
      expect((await side.login()).statusCode).toBe(isUsed ? 401 : 200);
      expect((await side.login({ password: await side.mailed() })).statusCode).toBe(200);
    },
  );

  it('counts as the current password for a change, which ends it and every older session', async () => {
    const side = await start();
    const password = await side.mailed();
    expect((await side.login()).headers['journal-password-minutes']).toBeUndefined();
    const answer = await side.login({ password });
    expect(answer.headers['journal-password-minutes']).toBe('60');
    const cookie = cookieOf(answer);
    expect(codeOf(await side.change(cookie, sampleUser.password))).toBe('wrong-password');
    expect((await side.change(cookie, password)).statusCode).toBe(200);
    expect(
      statusesOf([await side.login({ password }), await side.login({ password: 'another secret' })]),
    ).toEqual([401, 200]);
    expect(codeOf(await side.change(side.cookie, 'another secret'))).toBe('not-signed-in');
  });

  it('ends every earlier session on its first use, and none on later uses', async () => {
    const side = await start();
    const elsewhere = cookieOf(await side.login());
    const password = await side.mailed();
    const cookie = cookieOf(await side.login({ password }));
    const again = cookieOf(await side.login({ password }));
    for (const before of [side.cookie, elsewhere])
      expect(codeOf(await side.change(before, password))).toBe('not-signed-in');
    for (const current of [cookie, again])
      expect(codeOf(await side.change(current, 'wrong secret'))).toBe('wrong-password');
  });

  it('still changes the password in its session after another one is requested', async () => {
    const side = await start();
    const password = await side.mailed();
    const cookie = cookieOf(await side.login({ password }));
    const another = await side.mailed();
    expect((await side.login({ password })).statusCode).toBe(401);
    expect((await side.change(cookie, password)).statusCode).toBe(200);
    expect((await side.login({ password: another })).statusCode).toBe(401);
  });

  it('costs one verification per sign-in, right or wrong, used or not', async () => {
    const side = await start();
    const password = await side.mailed();
    for (const given of [password, 'wrong secret', password, sampleUser.password]) {
      const before = side.calls.verify;
      await side.login({ password: given });
      expect(side.calls.verify - before).toBe(1);
    }
  });
});

describe('an export of an account', () => {
  it.each(['writer', 'admin', 'service'] as const)(
    'requested by a %s is recorded with its actor',
    async (role) => {
      const side = await start();
      const actor = { id: role === 'service' ? role : side.userId, role };
      const answer = await side.operate(`users/${side.userId}/exports`, { actor });
      expect([answer.statusCode, answer.headers['journal-position']]).toEqual([204, await side.store.head()]);
      const { userId } = side;
      const stream = accessStream(userId);
      expect(await side.accesses()).toEqual([{ type: 'AccountExported', stream, data: { userId }, actor }]);
    },
  );

  it.each([
    [{}],
    [{ actor: 'service' }],
    [{ actor: { id: sampleUser.email, role: 'admin' } }],
    [{ actor: { id: 'service', role: 'system' } }],
    [{ actor: { id: 'service', role: 'service', name: 'Ada' } }],
  ])('with %j is rejected', async (body) => {
    const side = await start();
    expect(codeOf(await side.operate(`users/${side.userId}/exports`, body))).toBe('invalid-request');
    expect(await side.accesses()).toEqual([]);
  });

  it('requires an existing account', async () => {
    const side = await start();
    await side.erase(side.cookie);
    for (const userId of ['00000000-0000-4000-8000-000000000000', side.userId]) {
      const body = { actor: { id: 'service', role: 'service' } };
      expect(codeOf(await side.operate(`users/${userId}/exports`, body))).toBe('user-not-found');
    }
    expect(await side.accesses()).toEqual([]);
  });
});

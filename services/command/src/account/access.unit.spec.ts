import { AppendUnknown, StoreUnavailable } from '@journal/event-store';
import { accessStream, createTemporaryPassword, normaliseTemporaryPassword } from '@journal/events';
import { createKeyedHash } from '@journal/vault';
import { describe, expect, it } from 'vitest';
import { createMemoryCounter, defaultLimits } from '../http/limits.ts';
import { codeOf, cookieOf, createAccountSide, sampleUser } from '../testing/command-side.ts';

async function createSide(parts: Parameters<typeof createAccountSide>[0] = {}) {
  const side = await createAccountSide(parts);
  const registered = await side.register();
  const userId: string = registered.json().id;
  return {
    ...side,
    userId,
    cookie: cookieOf(registered),
    accesses: async () =>
      (await side.events())
        .filter(({ stream }) => stream.startsWith('access-'))
        .map(({ type, stream, data, metadata }) => ({ type, stream, data, actor: metadata.actor })),
    /** A temporary password as it is mailed. */
    async mailed(): Promise<string> {
      await side.forgot();
      const requested = (await side.events()).findLast((event) => event.type === 'PasswordResetRequested');
      const password = createTemporaryPassword();
      const temporaryPasswordHash = await createKeyedHash(side.vault)(
        'temporary-password',
        userId,
        normaliseTemporaryPassword(password),
      );
      const made = { resetId: requested?.data.resetId, temporaryPasswordHash };
      expect((await side.operate(`users/${userId}/temporary-passwords`, made)).statusCode).toBe(200);
      return password;
    },
  };
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

describe('signing in', () => {
  it('is recorded with user, means and request', async () => {
    const side = await createSide();
    await side.login({}, { 'x-request-id': 'request-7' });
    expect(await side.accesses()).toEqual([signedIn(side.userId, 'password')]);
    expect(side.log.at(-1)?.metadata.requestId).toBe('request-7');
    await side.users.grantAdmin(side.userId);
    await side.login();
    expect((await side.accesses()).at(-1)).toEqual(signedIn(side.userId, 'password', 'admin'));
  });

  it('with a temporary password is recorded as such, each time', async () => {
    const side = await createSide();
    const password = await side.mailed();
    for (let time = 0; time < 2; time++) expect((await side.login({ password })).statusCode).toBe(200);
    expect(await side.accesses()).toEqual(Array(2).fill(signedIn(side.userId, 'temporary-password')));
  });

  it('in vain is recorded for the account, or for none', async () => {
    const side = await createSide();
    await side.login({ password: 'wrong secret' });
    await side.login({ email: 'unknown@example.org' });
    expect(await side.accesses()).toEqual([failed(side.userId), failed(null)]);
  });

  it('fails with the old password once a temporary one was used, and with that one when it has expired', async () => {
    const side = await createSide();
    const password = await side.mailed();
    await side.login({ password });
    await side.login();
    side.clock.now = new Date(side.clock.now.getTime() + 60 * 60_000);
    await side.login({ password });
    expect((await side.accesses()).slice(1)).toEqual([failed(side.userId), failed(side.userId)]);
  });

  it('of a forgotten user is recorded for no account', async () => {
    const side = await createSide();
    await side.erase(side.cookie);
    await side.login();
    expect(await side.accesses()).toEqual([failed(null)]);
  });

  it('leaves neither address nor password in the log', async () => {
    const side = await createSide();
    await side.login({ email: 'unknown@example.org', password: 'zxqsecret' });
    await side.login({ password: 'zxqsecret' });
    expect(JSON.stringify(side.log)).not.toMatch(/zxqsecret|example\.org/);
  });

  it('beyond the limit is no longer recorded', async () => {
    const side = await createSide({ counter: createMemoryCounter(defaultLimits) });
    for (let time = 0; time < 12; time++) await side.login({ password: 'wrong secret' });
    expect(await side.accesses()).toHaveLength(10);
  });

  it('logs no rejected body', async () => {
    const side = await createSide();
    await side.login({ password: '' });
    expect(await side.accesses()).toEqual([]);
  });

  it.each([
    ['right', {}],
    ['refused for its password', { password: 'wrong secret' }],
    ['refused for its address', { email: 'unknown@example.org' }],
  ])('that is %s fails while it can’t be recorded', async (_how, change) => {
    for (const error of [new StoreUnavailable('away'), new AppendUnknown('away')]) {
      const side = await createSide();
      side.interrupt(() => {
        throw error;
      });
      const answer = await side.login(change);
      expect([answer.statusCode, codeOf(answer), cookieOf(answer)]).toEqual([503, 'unavailable', '']);
      expect(await side.accesses()).toEqual([]);
    }
  });
});

describe('POST /api/operations/users/:userId/exports', () => {
  it.each(['writer', 'admin', 'service'] as const)('records an export to a %s', async (role) => {
    const side = await createSide();
    const actor = { id: role === 'service' ? role : side.userId, role };
    const answer = await side.operate(`users/${side.userId}/exports`, { actor });
    expect([answer.statusCode, answer.headers['journal-position']]).toEqual([204, await side.store.head()]);
    expect(await side.accesses()).toEqual([
      { type: 'AccountExported', stream: accessStream(side.userId), data: { userId: side.userId }, actor },
    ]);
  });

  it.each([
    [{}],
    [{ actor: 'service' }],
    [{ actor: { id: sampleUser.email, role: 'admin' } }],
    [{ actor: { id: 'service', role: 'system' } }],
    [{ actor: { id: 'service', role: 'service', name: 'Ada' } }],
  ])('rejects %j', async (body) => {
    const side = await createSide();
    expect(codeOf(await side.operate(`users/${side.userId}/exports`, body))).toBe('invalid-request');
    expect(await side.accesses()).toEqual([]);
  });

  it('needs an existing account', async () => {
    const side = await createSide();
    const body = { actor: { id: 'service', role: 'service' } };
    const unknown = 'users/00000000-0000-4000-8000-000000000000/exports';
    expect(codeOf(await side.operate(unknown, body))).toBe('user-not-found');
    await side.erase(side.cookie);
    expect(codeOf(await side.operate(`users/${side.userId}/exports`, body))).toBe('user-not-found');
    expect(await side.accesses()).toEqual([]);
  });
});

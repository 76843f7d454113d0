import { describe, expect, it } from 'vitest';
import { createAccountCalls } from './account-calls.ts';
import { ApiError } from './api-error.ts';
import { type ClientRequest, createCall } from './call.ts';

const user = {
  id: 'u1',
  username: 'sample',
  fullName: 'Sample Writer',
  email: 'sample@example.org',
  isAdmin: false,
  createdAt: '2026-01-02T03:04:05.678Z',
};

function setUp({ status = 200, body = JSON.stringify(user) }: { status?: number; body?: string } = {}) {
  const sent: { path: string; request: ClientRequest }[] = [];
  const fetch = async (path: string, request: ClientRequest) => {
    sent.push({ path, request });
    const headers = new Headers({ 'journal-position': '0042' });
    return { ok: status < 300, status, statusText: '', headers, text: async () => body };
  };
  return { calls: createAccountCalls(createCall(fetch, {})), sent };
}

type Calls = ReturnType<typeof createAccountCalls>;
const message = { message: 'Done' };
const credentials = { email: user.email, password: 'a password' };
const passwords = { currentPassword: 'a password', newPassword: 'another one' };
const erasure = { password: 'a password', pieces: 'keep' } as const;

describe('what is sent and what comes back', () => {
  it.each<[string, (calls: Calls) => Promise<unknown>, object | undefined, unknown]>([
    ['GET /api/auth/session', (calls) => calls.session(), undefined, user],
    ['GET /api/auth/session', (calls) => calls.session(), undefined, null],
    [
      'POST /api/auth/register',
      (calls) => calls.register({ ...credentials, fullName: 'Sample Writer' }),
      { ...credentials, fullName: 'Sample Writer' },
      user,
    ],
    ['POST /api/auth/login', (calls) => calls.login(credentials), credentials, user],
    ['POST /api/auth/logout', (calls) => calls.logout(), undefined, undefined],
    [
      'POST /api/auth/forgot-password',
      (calls) => calls.forgotPassword({ email: user.email }),
      { email: user.email },
      message,
    ],
    ['POST /api/auth/change-password', (calls) => calls.changePassword(passwords), passwords, message],
    ['DELETE /api/me', (calls) => calls.eraseAccount(erasure), erasure, undefined],
  ])('%s', async (route, call, body, value) => {
    const { calls, sent } = setUp({ body: value === undefined ? '' : JSON.stringify(value) });
    expect(await call(calls)).toEqual({ value, position: '0042' });
    const [only] = sent;
    expect(`${only?.request.method} ${only?.path}`).toBe(route);
    expect(only?.request).toEqual({
      method: route.split(' ')[0],
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  });
});

it('a registration may carry the key by which it counts once', async () => {
  const { calls, sent } = setUp();
  await calls.register({ ...credentials, fullName: 'Sample Writer' }, 'key-1');
  expect(sent[0]?.request.headers).toMatchObject({ 'idempotency-key': 'key-1' });
});

it('a refusal rejects with the problem that it tells', async () => {
  const body = '{"code":"wrong-credentials","status":401,"message":"Invalid email or password"}';
  const refused = setUp({ status: 401, body }).calls.login(credentials);
  await expect(refused).rejects.toThrow(ApiError);
  await expect(refused).rejects.toMatchObject({ status: 401, problem: { code: 'wrong-credentials' } });
});

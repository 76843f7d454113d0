import type { LightMyRequestResponse } from 'fastify';
import { createPasswordHasher, type PasswordHasher } from '../account/passwords.ts';
import type { CommandParts } from '../command.app.ts';
import { createCommandSide } from './command-side.ts';

export const sampleUser = {
  email: 'sample.writer@example.org',
  password: 'a good secret',
  fullName: 'Sample Writer',
} as const;

type Sent = { readonly cookie?: string; readonly headers?: Readonly<Record<string, string>> };

/** A hasher like the usual one, and how often it was asked what. */
export function countingPasswords() {
  const passwords = createPasswordHasher();
  const asked = { hash: 0, verify: 0 };
  const counting: PasswordHasher = {
    hash(password) {
      asked.hash++;
      return passwords.hash(password);
    },
    verify(passwordHash, password) {
      asked.verify++;
      return passwords.verify(passwordHash, password);
    },
  };
  return { passwords: counting, asked };
}

/** The command side for people: no limit on how often, a clock that moves by waiting, and calls as a browser makes them. */
export async function createAccountSide(parts: Partial<CommandParts> = {}) {
  const { passwords, asked } = countingPasswords();
  const waited: number[] = [];
  const side = await createCommandSide({
    passwords,
    counter: { take: async () => 0 },
    wait: async (milliseconds) => {
      waited.push(milliseconds);
      side.clock.now = new Date(side.clock.now.getTime() + milliseconds);
      // Whoever is waited for gets on meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
    },
    ...parts,
  });
  const call = (method: 'POST' | 'DELETE', url: string, payload?: object | string, sent: Sent = {}) =>
    side.app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(sent.cookie === undefined ? {} : { cookie: sent.cookie }),
        ...sent.headers,
      },
    });
  return {
    ...side,
    asked,
    waited,
    call,
    register: (change: object = {}, sent?: Sent) =>
      call('POST', '/api/auth/register', { ...sampleUser, ...change }, sent),
    login: (change: object = {}, sent?: Sent) => {
      const { email, password } = sampleUser;
      return call('POST', '/api/auth/login', { email, password, ...change }, sent);
    },
    forgot: (email: string = sampleUser.email) => call('POST', '/api/auth/forgot-password', { email }),
    change: (cookie: string, currentPassword: string, newPassword = 'another secret', headers = {}) =>
      call('POST', '/api/auth/change-password', { currentPassword, newPassword }, { cookie, headers }),
    erase: (cookie: string, change: object = {}) =>
      call('DELETE', '/api/me', { password: sampleUser.password, pieces: 'keep', ...change }, { cookie }),
    operate: (path: string, payload: object) => side.send('POST', `/api/operations/${path}`, { payload }),
  };
}

/** What a browser sends back after an answer; the empty text where the answer gave no cookie or took it away. */
export function cookieOf(answer: LightMyRequestResponse): string {
  const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat();
  return /Max-Age=0/.test(cookie) ? '' : (cookie.split(';')[0] ?? '');
}

import type { ApiResponse } from '@journal/contracts';
import { type ProblemCode, problemCatalogue, problemMediaType, type SessionUser } from '@journal/contracts';

export type AccountCall = {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly body: Readonly<Record<string, string>>;
};
export type FixtureAccount = { user: SessionUser; password: string };

/** Accounts in memory, that answer as the contract says; the cookie holds the user's id. */
export type FixtureAccounts = {
  all: FixtureAccount[];
  readonly calls: AccountCall[];
  /** Comes before the answer: may wait, reject, or answer in its place. */
  before: (call: AccountCall) => Promise<ApiResponse | undefined>;
  answer(call: AccountCall): Promise<ApiResponse>;
};

export const sampleAccount: FixtureAccount = {
  password: 'correct horse',
  user: {
    id: 'user-1',
    username: 'sample.writer',
    fullName: 'Sample Writer',
    email: 'sample.writer@example.org',
    isAdmin: false,
    createdAt: '2026-02-03T04:05:06.000Z',
  },
};

export function createFixtureAccounts(): FixtureAccounts {
  const accounts: FixtureAccounts = {
    all: [structuredClone(sampleAccount)],
    calls: [],
    before: async () => undefined,
    async answer(call) {
      accounts.calls.push(call);
      return (await accounts.before(call)) ?? answer(accounts, call);
    },
  };
  return accounts;
}

/** Who a request's cookie says is signed in. */
export function userOfCookie(accounts: FixtureAccounts, cookie: string): SessionUser | undefined {
  const id = userIn(cookie);
  return accounts.all.find(({ user }) => user.id === id)?.user;
}

/** The header of who is signed in as this user. */
export function cookieOf(userId: string): string {
  return `journal=${userId}`;
}

/** Whose cookie this is. */
export function userIn(cookie = ''): string | undefined {
  return /(?:^|;\s*)journal=([^;]+)/.exec(cookie)?.[1];
}

export function problem(code: ProblemCode, details: object = {}): ApiResponse {
  const { status, title, message } = problemCatalogue[code];
  return {
    status,
    headers: { 'content-type': problemMediaType },
    body: JSON.stringify({ type: 'about:blank', code, status, title, message, ...details }),
  };
}

function answer(accounts: FixtureAccounts, { method, path, cookie, body }: AccountCall): ApiResponse {
  const signedIn = userOfCookie(accounts, cookie);
  const own = accounts.all.find(({ user }) => user === signedIn);
  const named = accounts.all.find(({ user }) => user.email === body.email);
  switch (`${method} ${path}`) {
    case 'GET /api/auth/session':
      return json(200, own?.user ?? null);
    case 'POST /api/auth/register': {
      if (named) return problem('email-taken');
      const { email = '', fullName = '', password = '' } = body;
      const added = { ...sampleAccount.user, id: `user-${accounts.all.length + 1}`, email, fullName };
      accounts.all.push({ user: added, password });
      return json(201, added, setCookie(added.id));
    }
    case 'POST /api/auth/login':
      if (named?.password !== body.password || !named) return problem('wrong-credentials');
      return json(200, named.user, setCookie(named.user.id));
    case 'POST /api/auth/logout':
      return { status: 204, headers: setCookie('', '; Max-Age=0'), body: '' };
    case 'POST /api/auth/forgot-password':
      return json(200, {
        message: 'If an account exists for that email, a temporary password is on its way.',
      });
    case 'GET /api/me/export':
      return own ? json(200, own.user) : problem('not-signed-in');
    case 'POST /api/auth/change-password':
      if (!own) return problem('not-signed-in');
      if (own.password !== body.currentPassword) return problem('wrong-password');
      own.password = body.newPassword ?? '';
      return json(200, { message: 'Your password has been changed successfully.' });
    case 'DELETE /api/me':
      if (!own) return problem('not-signed-in');
      if (own.password !== body.password) return problem('wrong-password');
      accounts.all = accounts.all.filter((one) => one !== own);
      return { status: 204, headers: setCookie('', '; Max-Age=0'), body: '' };
    default:
      return problem('not-found');
  }
}

function setCookie(userId: string, more = ''): Record<string, string> {
  return { 'set-cookie': `${cookieOf(userId)}; Path=/; HttpOnly; SameSite=Lax${more}` };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

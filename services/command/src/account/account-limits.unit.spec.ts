import { describe, expect, it } from 'vitest';
import { createMemoryCounter, defaultLimits } from '../http/limits.ts';
import { cookieOf, createAccountSide, sampleUser } from '../testing/command-side.ts';
import type { PasswordHasher } from './passwords.ts';

const unknown = { email: 'nobody@example.org', password: 'a good secret', fullName: 'Nobody' };
const wrong = { password: 'wrong secret' };
const { login, registration, forgot } = defaultLimits;

/** Counts for real; hashes in no time. */
async function createLimitedSide() {
  const asked = { verify: 0 };
  const passwords: PasswordHasher = {
    hash: async (password) => `hash of ${password}`,
    async verify(passwordHash, password) {
      asked.verify++;
      return passwordHash === `hash of ${password}`;
    },
  };
  const side = await createAccountSide({ passwords, counter: createMemoryCounter(defaultLimits) });
  const cookie = cookieOf(await side.register({}, from('198.51.100.200')));
  return { side, cookie, asked };
}
const from = (address: string) => ({ 'x-forwarded-for': address });

type Answer = { readonly statusCode: number; readonly headers: object };
/** The statuses of so many, each from a network of its own or all from one. */
async function statuses(
  times: number,
  ask: (index: number, sent: ReturnType<typeof from>) => Promise<Answer>,
) {
  const seen: number[] = [];
  for (let index = 0; index < times; index++) {
    const { statusCode, headers } = await ask(index, from(`203.0.113.${index}`));
    if (statusCode === 429) expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^\d+$/) });
    seen.push(statusCode);
  }
  return seen;
}
const then429 = (times: number, status: number) => [...Array(times).fill(status), 429];

describe('a flood of logins', () => {
  it.each([sampleUser.email, unknown.email])('at %s ends, from however many networks', async (email) => {
    const { side, asked } = await createLimitedSide();
    const all = await statuses(login.times + 1, (_index, sent) => side.login({ email, ...wrong }, sent));
    expect([all, asked.verify]).toEqual([then429(login.times, 401), login.times]);
    const right = await side.login({ email: ` ${email.toUpperCase()}` }, from('203.0.113.99'));
    expect([right.statusCode, right.headers['set-cookie']]).toEqual([429, undefined]);
    expect((await side.login({ email: 'third@example.org' }, from('203.0.113.99'))).statusCode).toBe(401);
  });

  it('of one network ends, for any number of addresses', async () => {
    const { side } = await createLimitedSide();
    const all = await statuses(login.times + 1, (index) =>
      side.login({ email: `writer${index}@example.org` }, from('198.51.100.1')),
    );
    expect(all).toEqual(then429(login.times, 401));
    expect((await side.login({}, from('203.0.113.2'))).statusCode).toBe(200);
  });
});

describe('a flood of registrations', () => {
  it('of one network ends, and so does one at an address', async () => {
    const { side } = await createLimitedSide();
    const all = await statuses(registration.times + 1, (index) =>
      side.register({ email: `writer${index}@example.org` }, from('198.51.100.1')),
    );
    expect(all).toEqual(then429(registration.times, 201));
    const same = { email: unknown.email, ...wrong };
    const first = await side.register(same, from('198.51.100.2'));
    const others = await statuses(registration.times, (_index, sent) => side.register(same, sent));
    expect([first.statusCode, ...others]).toEqual([201, ...then429(registration.times - 1, 409)]);
  });
});

describe('a flood of forgotten passwords', () => {
  it.each([
    [sampleUser.email, forgot.times],
    [unknown.email, 0],
  ])('at %s ends, from however many networks and however it is spelt', async (email, requests) => {
    const { side } = await createLimitedSide();
    const all = await statuses(forgot.times + 1, (index, sent) => {
      const spelt = index % 2 === 0 ? email : ` ${email.toUpperCase()} `;
      return side.call('POST', '/api/auth/forgot-password', { email: spelt }, sent);
    });
    expect(all).toEqual(then429(forgot.times, 200));
    expect(side.log.filter(({ type }) => type === 'PasswordResetRequested')).toHaveLength(requests);
  });

  it('of one network ends, for any number of addresses', async () => {
    const { side } = await createLimitedSide();
    const all = await statuses(forgot.times + 1, (index) =>
      side.call(
        'POST',
        '/api/auth/forgot-password',
        { email: `w${index}@example.org` },
        from('198.51.100.1'),
      ),
    );
    expect(all).toEqual(then429(forgot.times, 200));
  });
});

it('a session allows no more guesses of its password, on one route or two', async () => {
  const { side, cookie, asked } = await createLimitedSide();
  const all = await statuses(login.times + 1, (index, headers) =>
    index % 2 === 0
      ? side.call(
          'POST',
          '/api/auth/change-password',
          { currentPassword: `guess ${index}`, newPassword: 'mine now' },
          { cookie, ...headers },
        )
      : side.call(
          'DELETE',
          '/api/me',
          { password: `guess ${index}`, pieces: 'keep' },
          { cookie, ...headers },
        ),
  );
  expect([all, asked.verify]).toEqual([then429(login.times, 400), login.times]);
  expect((await side.erase(cookie)).statusCode).toBe(429);
});

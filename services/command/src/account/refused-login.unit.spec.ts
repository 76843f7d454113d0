import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAccountSide, sampleUser } from '../testing/command-side.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A side on which time passes by comparing passwords alone, so many milliseconds each. */
async function createTimedSide(comparing: number) {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  const passwords = {
    hash: async (password: string) => `hash of ${password}`,
    async verify(passwordHash: string | null, password: string) {
      vi.advanceTimersByTime(comparing);
      return passwordHash === `hash of ${password}`;
    },
  };
  const side = await createAccountSide({ passwords });
  await side.register();
  return side;
}

describe.each([
  ['a wrong password', sampleUser.email],
  ['an unknown address', 'nobody@example.org'],
])('a login rejected for %s', (_why, email) => {
  it.each([
    [0, 300],
    [120, 180],
    [300, 0],
    [5_000, 0],
  ])('after a verification of %i ms waits %i ms more', async (comparing, waits) => {
    const side = await createTimedSide(comparing);
    const answer = await side.login({ email, password: 'wrong secret' });
    expect([answer.statusCode, side.waited]).toEqual([401, [waits]]);
  });
});

it('a correct login does not wait', async () => {
  const side = await createTimedSide(120);
  expect([(await side.login()).statusCode, side.waited]).toEqual([200, []]);
});

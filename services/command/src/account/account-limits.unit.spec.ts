import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createMemoryCounter, defaultLimits } from '../http/limits.ts';
import {
  type CommandSide,
  cookieOf,
  createCommandSide,
  sampleUser,
  statusesOf,
} from '../testing/command-side.ts';

const unknown = 'nobody@example.org';
const wrong = { password: 'wrong secret' };
const { login, registration, forgot } = defaultLimits;
const from = (address: string) => ({ 'x-forwarded-for': address });

async function start() {
  const side = await createCommandSide({ counter: createMemoryCounter(defaultLimits) });
  const cookie = cookieOf(await side.register({}, from('198.51.100.200')));
  return { ...side, cookie };
}

/** Sends one request more than the limit, each from a network of its own; the last is told when to come back. */
async function flood(
  times: number,
  send: (index: number, headers: object) => Promise<LightMyRequestResponse>,
) {
  const answers: LightMyRequestResponse[] = [];
  for (let index = 0; index <= times; index++) answers.push(await send(index, from(`203.0.113.${index}`)));
  expect(answers.at(-1)?.headers['retry-after']).toMatch(/^\d+$/);
  return statusesOf(answers);
}
const then429 = (times: number, status: number) => [...Array(times).fill(status), 429];

describe('a flood at one address, from any number of networks and in any spelling', () => {
  const spelt = (email: string, index: number) => (index % 2 === 0 ? email : ` ${email.toUpperCase()} `);

  it.each([sampleUser.email, unknown])('of logins as %s ends, and is no longer recorded', async (email) => {
    const side = await start();
    const send = (index: number, headers = {}) =>
      side.login({ email: spelt(email, index), ...wrong }, headers);
    expect(await flood(login.times, send)).toEqual(then429(login.times, 401));
    expect(side.calls.verify).toBe(login.times);
    expect(side.types().filter((type) => type === 'SignInFailed')).toHaveLength(login.times);
    const right = await side.login({ email }, from('203.0.113.99'));
    expect([right.statusCode, right.headers['set-cookie']]).toEqual([429, undefined]);
    expect((await side.login({ email: 'third@example.org' }, from('203.0.113.99'))).statusCode).toBe(401);
  });

  it('of registrations ends', async () => {
    const side = await start();
    const send = (index: number, headers = {}) => side.register({ email: spelt(unknown, index) }, headers);
    expect(await flood(registration.times, send)).toEqual([201, ...then429(registration.times - 1, 409)]);
  });

  it.each([
    [sampleUser.email, forgot.times],
    [unknown, 0],
  ])('of forgotten passwords of %s ends after %i requests', async (email, requests) => {
    const side = await start();
    const send = (index: number, headers = {}) => side.forgot(spelt(email, index), headers);
    expect(await flood(forgot.times, send)).toEqual(then429(forgot.times, 200));
    expect(side.types().filter((type) => type === 'PasswordResetRequested')).toHaveLength(requests);
  });
});

it.each<
  [
    string,
    number,
    number,
    (side: CommandSide, email: string, headers: object) => Promise<LightMyRequestResponse>,
  ]
>([
  ['logins', login.times, 401, (side, email, headers = {}) => side.login({ email }, { ...headers })],
  [
    'registrations',
    registration.times,
    201,
    (side, email, headers) => side.register({ email }, { ...headers }),
  ],
  ['forgotten passwords', forgot.times, 200, (side, email, headers) => side.forgot(email, { ...headers })],
])('a flood of %s from one network ends, for any number of addresses', async (_what, times, status, send) => {
  const side = await start();
  const one = (index: number) => send(side, `writer${index}@example.org`, from('198.51.100.1'));
  expect(await flood(times, one)).toEqual(then429(times, status));
  expect((await send(side, 'elsewhere@example.org', from('203.0.113.2'))).statusCode).toBe(status);
});

it('a session allows no more guesses of its password, on one route or two', async () => {
  const side = await start();
  const guess = (index: number, headers = {}) =>
    index % 2 === 0
      ? side.change(side.cookie, `guess ${index}`, 'mine now', headers)
      : side.erase(side.cookie, { password: `guess ${index}` }, headers);
  expect(await flood(login.times, guess)).toEqual(then429(login.times, 400));
  expect([side.calls.verify, (await side.erase(side.cookie)).statusCode]).toEqual([login.times, 429]);
});

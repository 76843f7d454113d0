import { sessionCookie } from '@journal/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { samplePitch } from '../../services/command/src/testing/samples.ts';
import { type SystemInProcess, startSystemInProcess } from '../../tools/testing/system.ts';

let system: SystemInProcess;
beforeAll(async () => {
  system = await startSystemInProcess(inject('postgresUrl'));
});
afterAll(() => system.stop());

const school = '198.51.100.1';
const password = 'correct horse';
const pupils = Array.from({ length: 40 }, (_, index) => ({
  email: `pupil${index}@example.org`,
  fullName: `Pupil ${index}`,
}));
const [one] = pupils;
/** More guesses than are checked in a minute, and few enough to be answered within one. */
const guessed = pupils.slice(0, 15);

const send = (path: string, body: object, address = school, cookie = '') =>
  fetch(`${system.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
const statusesOf = async (sent: Promise<Response>[]) => (await Promise.all(sent)).map(({ status }) => status);
const logIn = (email = '', given = password, address = school) =>
  send('/api/auth/login', { email, password: given }, address);

it('40 people can register, sign in, subscribe and pitch at the same time from one address', async () => {
  const registering = pupils.map((pupil) => send('/api/auth/register', { ...pupil, password }));
  expect(await statusesOf(registering)).toEqual(pupils.map(() => 201));
  const sessions = await Promise.all(pupils.map(({ email }) => logIn(email)));
  expect(sessions.map(({ status }) => status)).toEqual(pupils.map(() => 200));
  const subscribing = pupils.map(({ email }) => send('/api/newsletter/subscriptions', { email }));
  expect(await statusesOf(subscribing)).toEqual(pupils.map(() => 202));
  const pitching = sessions.map(({ headers }) =>
    send('/api/submissions', samplePitch, school, sessionCookie(headers)),
  );
  expect(await statusesOf(pitching)).toEqual(pupils.map(() => 201));
}, 120_000);

it('40 people can follow the changes at the same time from one address', async () => {
  const leaving = new AbortController();
  const follow = () =>
    fetch(`${system.url}/api/changes`, { headers: { 'x-forwarded-for': school }, signal: leaving.signal });
  expect(await statusesOf(pupils.map(follow))).toEqual(pupils.map(() => 200));
  leaving.abort();
});

it('one address can try at most 10 passwords a minute, and is told how many seconds to wait', async () => {
  const guesses = guessed.map(({ email }) => logIn(email, 'a guess', '198.51.100.2'));
  const statuses = await statusesOf(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  const right = await logIn(one?.email, password, '198.51.100.2');
  expect(right.status).toBe(429);
  const seconds = Number(right.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(30);
  const { message } = (await right.json()) as { message: string };
  expect(message).toBe(`Too many requests. Please wait ${seconds} seconds and try again.`);
});

it('at most 10 passwords a minute can be tried for one account, from any number of addresses', async () => {
  const guesses = guessed.map((_, index) => logIn('at.one@example.org', 'a guess', `203.0.113.${index}`));
  const statuses = await statusesOf(guesses);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

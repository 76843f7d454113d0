import { retention } from '@journal/contracts';
import { accessStream, userStream } from '@journal/events';
import { expect, it } from 'vitest';
import { codeOf, createCommandSide, sampleUser } from '../testing/command-side.ts';

const { lifetime } = retention.idleAccount;

async function start() {
  const side = await createCommandSide();
  const userId: string = (await side.register()).json().id;
  const stream = userStream(userId);
  const ask = () => side.operate(`users/${userId}/ask-idle`, {});
  const asked = async () =>
    (await side.stream(stream)).filter(({ type }) => type === 'IdleAccountAsked').length;
  return { ...side, userId, ask, asked };
}

it('a user without a sign-in for two years since registering is asked once, and again two years later', async () => {
  const { ask, asked, pass } = await start();
  pass(lifetime);
  expect((await ask()).statusCode).toBe(204);
  expect(await asked()).toBe(0);
  pass(1);
  for (const _again of [1, 2]) expect((await ask()).statusCode).toBe(204);
  expect(await asked()).toBe(1);
  pass(lifetime);
  await ask();
  expect(await asked()).toBe(1);
  pass(1);
  await ask();
  expect(await asked()).toBe(2);
});

it('a user is asked two years after the last successful sign-in; failed attempts do not count', async () => {
  const { ask, asked, pass, login, stream, userId } = await start();
  pass(lifetime / 2);
  await login();
  expect((await stream(accessStream(userId))).map(({ type }) => type)).toContain('UserSignedIn');
  pass(lifetime / 2 + 1);
  await login({ password: 'wrong secret' });
  await ask();
  expect(await asked()).toBe(0);
  pass(lifetime / 2);
  await ask();
  expect(await asked()).toBe(1);
});

it('administrators are also asked, and keep their rights', async () => {
  const { ask, asked, pass, operate, login } = await start();
  await operate('administrators/grant', { email: sampleUser.email });
  pass(lifetime + 1);
  await ask();
  expect(await asked()).toBe(1);
  expect((await login()).json()).toMatchObject({ isAdmin: true });
});

it('a forgotten user is not asked', async () => {
  const { ask, asked, pass, happen, userId } = await start();
  await happen(userId, 'UserForgotten');
  pass(lifetime + 1);
  expect(codeOf(await ask())).toBe('user-not-found');
  expect(await asked()).toBe(0);
});

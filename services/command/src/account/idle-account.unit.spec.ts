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

it('who registered two years ago and was never here since is asked once, and again two years later', async () => {
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

it('who signed in meanwhile is asked two years after that; an attempt that failed is nothing', async () => {
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

it('administrators are asked, too, and nothing of an account is changed by that', async () => {
  const { ask, asked, pass, operate, login } = await start();
  await operate('administrators/grant', { email: sampleUser.email });
  pass(lifetime + 1);
  await ask();
  expect(await asked()).toBe(1);
  expect((await login()).json()).toMatchObject({ isAdmin: true });
});

it('nobody who was forgotten is asked', async () => {
  const { ask, asked, pass, happen, userId } = await start();
  await happen(userId, 'UserForgotten');
  pass(lifetime + 1);
  expect(codeOf(await ask())).toBe('user-not-found');
  expect(await asked()).toBe(0);
});

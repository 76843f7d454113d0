import { createSubscriptionLinks } from '@journal/events';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  cookieOf,
  createCommandSide,
  sampleToken,
  sampleUser,
  statusesOf,
} from '../testing/command-side.ts';

async function start() {
  const side = await createCommandSide();
  const registered = await side.register();
  const userId: string = registered.json().id;
  const links = createSubscriptionLinks(side.hash);
  const token = await links.accountToken({ hash: await side.hash('email', sampleUser.email), userId });
  return {
    ...side,
    links,
    userId,
    token,
    cookie: cookieOf(registered),
    confirm: (given = token) => side.call('POST', '/api/auth/email-confirmation', { token: given }),
    askAgain: (cookie = cookieOf(registered)) =>
      side.call('POST', '/api/me/email/confirmation-mail', undefined, { cookie }),
    types: () => side.types().filter((type) => /Email|Admin/.test(type)),
  };
}

describe('the confirmation link', () => {
  it('confirms the address without a session, and records it once if opened again', async () => {
    const side = await start();
    const answers = [await side.confirm(), await side.confirm()];
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect(answers[0]?.headers['journal-position']).toBe(await side.store.head());
    expect(side.types()).toEqual(['UserEmailConfirmed']);
  });

  it('is rejected for another address or purpose, if altered, and after the account is erased', async () => {
    const side = await start();
    const hash = await side.hash('email', 'other@example.org');
    const { userId } = side;
    const tokens = [
      await side.links.accountToken({ hash, userId }),
      await side.links.unsubscribeToken({ hash, subscriberId: userId }),
      `${side.token}A`,
      'x',
    ];
    for (const token of tokens) expect(codeOf(await side.confirm(token))).toBe('invalid-link');
    await side.erase(side.cookie);
    expect(codeOf(await side.confirm())).toBe('invalid-link');
    expect(side.types()).toEqual([]);
  });

  it('works with a plain form post, which redirects to a page with the outcome', async () => {
    const side = await start();
    const send = (token: string) =>
      side.call('POST', '/api/auth/email-confirmation', `token=${token}`, {
        'content-type': 'application/x-www-form-urlencoded',
      });
    const answers = [await send(side.token), await send('x')];
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
      [303, '/confirm-email?outcome=done'],
      [303, '/confirm-email?outcome=invalid-link'],
    ]);
  });

  it('can be requested again by the signed-in user until the address is confirmed', async () => {
    const side = await start();
    expect((await side.askAgain()).statusCode).toBe(202);
    expect(codeOf(await side.askAgain(''))).toBe('not-signed-in');
    await side.confirm();
    expect((await side.askAgain()).statusCode).toBe(202);
    expect(side.types()).toEqual(['EmailConfirmationRequested', 'UserEmailConfirmed']);
  });
});

it('granting admin rights to an unconfirmed account reports the address as unconfirmed', async () => {
  const side = await start();
  const grant = () => side.operate('administrators/grant', { email: sampleUser.email });
  const answers = [await grant()];
  await side.confirm();
  answers.push(await grant());
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['journal-email']])).toEqual([
    [204, 'unconfirmed'],
    [204, undefined],
  ]);
});

it('a user registered by an operator has a confirmed address', async () => {
  const side = await start();
  const authorization = `Bearer ${sampleToken}`;
  await side.register({ email: 'chosen@example.org' }, { authorization });
  expect(side.types()).toEqual(['UserEmailConfirmed']);
});

import { userStream } from '@journal/events';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createMemoryCounter, defaultLimits } from '../http/limits.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import {
  type CommandSide,
  codeOf,
  createCommandSide,
  sampleArticle,
  sampleUser,
} from '../testing/command-side.ts';

const { challenge, failedLogin } = defaultLimits;

/** A browser, which stores cookies as they arrive. */
function openBrowser({ call }: CommandSide) {
  const jar = new Map<string, string>();
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object, headers = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await call(method, url, body, { ...headers, ...(cookie && { cookie }) });
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const device = createAuthenticator();
  const options = async (path: string, body?: object) =>
    (await send('POST', `/api/${path}/options`, body)).json();
  return {
    jar,
    send,
    device,
    forSignIn: () => options('auth/passkey'),
    forAdding: () => options('me/passkeys', { password: sampleUser.password }),
    login: (change = {}) => {
      const { email, password } = sampleUser;
      return send('POST', '/api/auth/login', { email, password, ...change });
    },
    async add(name = 'My phone', by = device, password: string = sampleUser.password) {
      const passkey = by.create(await options('me/passkeys', { password }));
      return send('POST', '/api/me/passkeys', { name, passkey });
    },
    async signIn(by = device, said = {}) {
      return send('POST', '/api/auth/passkey', by.answer(await options('auth/passkey'), said));
    },
    recover: (code: string) => send('POST', '/api/auth/recovery-code', { code }),
    takeBack: (password: string = sampleUser.password) => send('DELETE', '/api/me/passkeys', { password }),
    signOut: () => send('POST', '/api/auth/logout'),
  };
}

/** A user who has registered and is signed in by password, on a command side that counts challenges. */
async function start(parts: Parameters<typeof createCommandSide>[0] = {}) {
  const side = await createCommandSide({ counter: createMemoryCounter({ challenge }), ...parts });
  const userId: string = (await side.register()).json().id;
  const browser = openBrowser(side);
  await browser.login();
  const seen = side.log.length;
  return { ...side, side, userId, browser, since: () => side.types(seen) };
}

/** A user with a passkey and its recovery codes, who is signed out. */
async function startWithPasskey(parts?: Parameters<typeof start>[0]) {
  const started = await start(parts);
  const added = await started.browser.add();
  expect(added.statusCode).toBe(201);
  const { id, recoveryCodes } = added.json() as { id: string; recoveryCodes: string[] };
  await started.browser.signOut();
  const seen = started.log.length;
  return { ...started, passkeyId: id, recoveryCodes, since: () => started.side.types(seen) };
}

const refused = (response: LightMyRequestResponse) => [response.statusCode, codeOf(response)];

describe('a passkey', () => {
  it('is added with 10 recovery codes, and signs in without an email address', async () => {
    const { browser, recoveryCodes, userId, events, passkeyId } = await startWithPasskey();
    expect(new Set(recoveryCodes).size).toBe(10);
    const signedIn = await browser.signIn();
    expect([signedIn.statusCode, signedIn.json()]).toMatchObject([
      200,
      { id: userId, email: sampleUser.email },
    ]);
    expect((await browser.send('POST', '/api/me/recovery-codes')).statusCode).toBe(200);
    const all = await events();
    expect(all.find(({ type }) => type === 'PasskeyUsed')?.data).toMatchObject({ passkeyId, counter: 1 });
    expect(all.findLast(({ type }) => type === 'UserSignedIn')?.data).toEqual({ userId, by: 'passkey' });
  });

  it('is stored without a readable name, credential ID or recovery code', async () => {
    const { log, recoveryCodes, browser } = await startWithPasskey();
    const stored = JSON.stringify(log);
    const { id } = browser.device.answer({ challenge: 'any' });
    for (const secret of [...recoveryCodes, 'My phone', id]) expect(stored).not.toContain(secret);
  });

  it('does not appear in the service’s logs, nor do recovery codes or challenges', async () => {
    const lines: string[] = [];
    const { browser, recoveryCodes } = await startWithPasskey({
      logStream: { write: (line: string) => void lines.push(line) },
    });
    const options = await browser.forSignIn();
    await browser.send('POST', '/api/auth/passkey', browser.device.answer(options));
    await browser.recover(recoveryCodes[0] ?? '');
    const { id } = browser.device.answer(options);
    for (const secret of [...recoveryCodes, id, options.challenge])
      expect(lines.join('')).not.toContain(secret);
  });

  it.each([
    ['at another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without being unlocked', { isUnlocked: false }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['of somebody else', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
    ['of nobody', { userHandle: 'bm9ib2R5' }],
  ])('is rejected like an unknown passkey if its assertion is invalid: %s', async (_what, said) => {
    const { browser, since } = await startWithPasskey();
    const answer = await browser.signIn(browser.device, said);
    expect(refused(answer)).toEqual([401, 'wrong-passkey']);
    expect(answer.headers['set-cookie']).not.toMatch(/^journal=[^;]/);
    expect(since()).toEqual(['SignInFailed']);
    expect(refused(await browser.signIn(createAuthenticator()))).toEqual([401, 'wrong-passkey']);
    expect((await browser.signIn()).statusCode).toBe(200);
  });

  it.each([
    ['at another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without being unlocked', { isUnlocked: false }],
    ['for another challenge', { challenge: 'AAAA' }],
  ])('is not added if it was created %s', async (_what, said) => {
    const { browser, since } = await start();
    const passkey = browser.device.create(await browser.forAdding(), said);
    const answer = await browser.send('POST', '/api/me/passkeys', { name: 'Mine', passkey });
    expect(refused(answer)).toEqual([400, 'passkey-not-added']);
    expect(since()).toEqual([]);
  });

  it('is rejected with 403 if a page of another site sends it', async () => {
    const { browser, since } = await startWithPasskey();
    const answer = browser.device.answer(await browser.forSignIn());
    const headers = { origin: 'https://evil.example' };
    const sent = await browser.send('POST', '/api/auth/passkey', answer, headers);
    expect(refused(sent)).toEqual([403, 'other-origin']);
    expect(since()).toEqual([]);
  });

  it('signs in once per challenge, even if the earlier cookie is sent again, and within five minutes', async () => {
    const { browser, pass } = await startWithPasskey();
    const answer = browser.device.answer(await browser.forSignIn(), { counter: 0 });
    const cookies = new Map(browser.jar);
    const send = () => browser.send('POST', '/api/auth/passkey', answer);
    expect((await send()).statusCode).toBe(200);
    expect(refused(await send())).toEqual([401, 'wrong-passkey']);
    for (const [name, value] of cookies) browser.jar.set(name, value);
    expect(refused(await send())).toEqual([401, 'wrong-passkey']);

    const late = browser.device.answer(await browser.forSignIn());
    pass(5 * 60_000);
    expect(refused(await browser.send('POST', '/api/auth/passkey', late))).toEqual([401, 'wrong-passkey']);
  });

  it('is not added with another user’s challenge, with a sign-in challenge, or twice', async () => {
    const { side, browser } = await start();
    const other = openBrowser(side);
    await side.register({ email: 'other@example.org' });
    await other.login({ email: 'other@example.org' });
    const add = (passkey: object, by = browser) =>
      by.send('POST', '/api/me/passkeys', { name: 'Mine', passkey });
    const options = await browser.forAdding();
    const made = browser.device.create(options);
    other.jar.set('journal-passkey', browser.jar.get('journal-passkey') ?? '');
    expect(refused(await add(made, other))).toEqual([400, 'passkey-not-added']);
    expect(refused(await add(browser.device.create(await browser.forSignIn())))).toEqual([
      400,
      'passkey-not-added',
    ]);
    const again = browser.device.create(await browser.forAdding());
    const cookie = browser.jar.get('journal-passkey') ?? '';
    expect((await add(again)).statusCode).toBe(201);
    browser.jar.set('journal-passkey', cookie);
    expect(refused(await add(again))).toEqual([400, 'passkey-not-added']);
  });

  it('is rejected if its signature counter does not increase, as for a copy', async () => {
    const { browser } = await startWithPasskey();
    const by = (counter: number) => browser.signIn(browser.device, { counter });
    expect((await by(7)).statusCode).toBe(200);
    for (const counter of [7, 6, 0]) expect(refused(await by(counter))).toEqual([401, 'wrong-passkey']);
    expect((await by(8)).statusCode).toBe(200);
  });

  it('signs in only once if the same counter value is used twice concurrently', async () => {
    const { side, browser } = await startWithPasskey();
    const other = openBrowser(side);
    const answers = await Promise.all(
      [browser, other].map((one) => one.signIn(browser.device, { counter: 7 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  it('no longer signs in after its removal, which ends all other sessions', async () => {
    const { side, browser, passkeyId } = await startWithPasskey();
    const other = openBrowser(side);
    await other.signIn(browser.device);
    await browser.signIn();
    await browser.add('Another', createAuthenticator());
    const remove = () => browser.send('DELETE', `/api/me/passkeys/${passkeyId}`);
    expect((await remove()).statusCode).toBe(204);
    expect(refused(await remove())).toEqual([404, 'passkey-not-found']);
    expect(refused(await other.forAdding().then(() => other.send('POST', '/api/me/recovery-codes')))).toEqual(
      [401, 'not-signed-in'],
    );
    expect(refused(await browser.signIn())).toEqual([401, 'wrong-passkey']);
    expect((await browser.send('POST', '/api/me/recovery-codes')).statusCode).toBe(200);
  });

  it('must sign in before passkeys are added or removed or codes are issued: the password is not enough', async () => {
    const { browser, passkeyId, since } = await startWithPasskey();
    await browser.login();
    const attempts = [
      ['POST', '/api/me/passkeys/options'],
      ['DELETE', `/api/me/passkeys/${passkeyId}`],
      ['POST', '/api/me/recovery-codes'],
    ] as const;
    for (const [method, url] of attempts) {
      const body = url.endsWith('options') ? { password: sampleUser.password } : undefined;
      expect(refused(await browser.send(method, url, body))).toEqual([403, 'passkey-required']);
    }
    expect(since()).toEqual(['UserSignedIn']);
    await browser.signIn();
    expect((await browser.add('Another', createAuthenticator())).json().recoveryCodes).toBeNull();
  });

  it('is added only once if two first passkeys are added concurrently with the password', async () => {
    const { side, browser, since } = await start();
    const other = openBrowser(side);
    await other.login();
    const answers = await Promise.all([browser.add(), other.add()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403]);
    expect(since().filter((type) => type === 'RecoveryCodesIssued')).toHaveLength(1);
  });

  it('is rejected with 409 if the account already has ten', async () => {
    const { browser } = await start();
    for (let count = 0; count < 10; count++)
      expect((await browser.add(`Passkey ${count}`, createAuthenticator())).statusCode).toBe(201);
    expect(refused(await browser.send('POST', '/api/me/passkeys/options', {}))).toEqual([
      409,
      'too-many-passkeys',
    ]);
  });

  it('is not added to a session without the password, whose guesses are limited as for sign-ins', async () => {
    const { browser, since } = await start({ counter: createMemoryCounter({ challenge, failedLogin }) });
    const ask = (body: object) => browser.send('POST', '/api/me/passkeys/options', body);
    const [{ times }] = failedLogin;
    for (let guess = 0; guess < times; guess++)
      expect(refused(await ask(guess === 0 ? {} : { password: `guess ${guess}` }))).toEqual([
        400,
        'wrong-password',
      ]);
    expect(browser.jar.has('journal-passkey')).toBe(false);
    expect((await ask({ password: sampleUser.password })).statusCode).toBe(429);
    expect(since()).toEqual([]);
  });

  it('is removed from an unconfirmed account when the address’s owner signs in with a temporary password', async () => {
    const { side, userId, browser: squatter, since } = await startWithPasskey();
    const owner = openBrowser(side);
    const temporary = await side.mailedPassword(userId);
    expect((await owner.login({ password: temporary })).statusCode).toBe(200);
    expect(refused(await squatter.signIn())).toEqual([401, 'wrong-passkey']);
    expect((await owner.add('My phone', owner.device, temporary)).statusCode).toBe(201);
    expect(since().filter((type) => type === 'PasskeysReset')).toHaveLength(1);
    // Once the account is confirmed as theirs, the passkey stays.
    await owner.signOut();
    await owner.login({ password: temporary });
    expect((await owner.signIn()).statusCode).toBe(200);
  });

  it('is removed from it even if that sign-in is interrupted and repeated', async () => {
    const { side, userId, browser: squatter, since } = await startWithPasskey();
    const owner = openBrowser(side);
    const temporary = await side.mailedPassword(userId);
    const signIn = () => owner.login({ password: temporary });
    side.dieAfter(1);
    expect((await signIn()).statusCode).toBe(503);
    side.revive();
    expect((await signIn()).statusCode).toBe(200);
    expect(refused(await squatter.signIn())).toEqual([401, 'wrong-passkey']);
    expect((await signIn()).statusCode).toBe(200);
    expect(since().filter((type) => type === 'PasskeysReset')).toHaveLength(1);
  });

  it.each(['UserEmailConfirmed', 'AdminGranted'] as const)(
    'survives a sign-in with a temporary password after %s',
    async (event) => {
      const { side, userId, browser } = await startWithPasskey();
      await side.happen(userId, event);
      await browser.login({ password: await side.mailedPassword(userId) });
      expect((await browser.signIn()).statusCode).toBe(200);
    },
  );

  it('can be added with a temporary password while that is valid', async () => {
    const { side, userId, browser, pass } = await start();
    const temporary = await side.mailedPassword(userId);
    await browser.login({ password: temporary });
    pass(60 * 60_000);
    const late = await browser.send('POST', '/api/me/passkeys/options', { password: temporary });
    expect(refused(late)).toEqual([400, 'wrong-password']);
    const another = await side.mailedPassword(userId);
    await browser.login({ password: another });
    expect((await browser.add('My phone', browser.device, another)).statusCode).toBe(201);
  });

  it('added by a stranger is reset with the password, together with their codes, sessions and other passkeys', async () => {
    const { side, browser, since } = await start();
    const stranger = openBrowser(side);
    await stranger.login();
    const { recoveryCodes } = (await stranger.add('Theirs')).json();
    const theirSecond = createAuthenticator();
    expect((await stranger.add('Another', theirSecond)).statusCode).toBe(201);

    const newPassword = 'another secret';
    const change = { currentPassword: sampleUser.password, newPassword };
    await browser.send('POST', '/api/auth/change-password', change);
    expect((await stranger.signIn()).statusCode).toBe(200);
    expect(refused(await browser.takeBack())).toEqual([400, 'wrong-password']);
    expect((await browser.takeBack(newPassword)).statusCode).toBe(204);
    expect(since().slice(-2)).toEqual(['PasskeysReset', 'OtherSessionsEnded']);
    expect(refused(await stranger.send('POST', '/api/me/recovery-codes'))).toEqual([401, 'not-signed-in']);
    for (const by of [stranger.device, theirSecond])
      expect(refused(await stranger.signIn(by))).toEqual([401, 'wrong-passkey']);
    expect(refused(await browser.recover(recoveryCodes[0]))).toEqual([400, 'wrong-recovery-code']);
    expect((await browser.add('Mine', browser.device, newPassword)).statusCode).toBe(201);
  });

  it('can be reset with the password for a week, which a later passkey does not extend', async () => {
    const { browser, pass } = await startWithPasskey();
    const day = 24 * 60 * 60_000;
    pass(6 * day);
    await browser.signIn();
    await browser.add('Another', createAuthenticator());
    await browser.login();
    pass(day);
    expect(refused(await browser.takeBack())).toEqual([403, 'passkey-required']);
    await browser.signIn();
    expect((await browser.takeBack()).statusCode).toBe(204);
    expect(refused(await browser.takeBack())).toEqual([409, 'no-passkey']);
  });

  it('is erased with the account', async () => {
    const { side, browser } = await startWithPasskey();
    await browser.login();
    const { password } = sampleUser;
    await browser.send('DELETE', '/api/me', { password, pieces: 'keep' });
    expect(refused(await browser.signIn())).toEqual([401, 'wrong-passkey']);
    const added = (await side.events()).find(({ type }) => type === 'PasskeyAdded');
    expect(added?.data).toMatchObject({ credentialId: null, publicKey: null, name: null });
  });
});

describe('a recovery code', () => {
  it('replaces a passkey once, after the password, and ends all other sessions', async () => {
    const { side, browser, recoveryCodes, since } = await startWithPasskey();
    const [code = ''] = recoveryCodes;
    expect(refused(await browser.recover(code))).toEqual([401, 'not-signed-in']);
    const thief = openBrowser(side);
    await thief.signIn(browser.device);
    await browser.login();
    expect((await browser.recover(code.toLowerCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect(since().slice(-3)).toEqual(['RecoveryCodeUsed', 'OtherSessionsEnded', 'UserSignedIn']);
    expect((await thief.send('POST', '/api/me/recovery-codes')).statusCode).toBe(401);
    expect((await browser.add('New phone', createAuthenticator())).statusCode).toBe(201);
    await browser.login();
    expect(refused(await browser.recover(code))).toEqual([400, 'wrong-recovery-code']);
  });

  it('is accepted only once if two sessions use it concurrently', async () => {
    const { side, browser, recoveryCodes } = await startWithPasskey();
    const other = openBrowser(side);
    await Promise.all([browser.login(), other.login()]);
    const answers = await Promise.all([browser, other].map((one) => one.recover(recoveryCodes[1] ?? '')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('is void once new codes are issued', async () => {
    const { browser, recoveryCodes } = await startWithPasskey();
    await browser.signIn();
    const made = (await browser.send('POST', '/api/me/recovery-codes')).json().recoveryCodes;
    await browser.login();
    expect(refused(await browser.recover(recoveryCodes[0] ?? ''))).toEqual([400, 'wrong-recovery-code']);
    expect((await browser.recover(made[0])).statusCode).toBe(200);
  });

  it('is rate-limited like a password after failed guesses', async () => {
    const { browser, recoveryCodes } = await startWithPasskey({
      counter: createMemoryCounter({ challenge, failedLogin }),
    });
    await browser.login();
    const [{ times }] = failedLogin;
    for (let guess = 0; guess < times; guess++)
      expect(refused(await browser.recover(`7KQM-${guess}`))).toEqual([400, 'wrong-recovery-code']);
    expect((await browser.recover(recoveryCodes[0] ?? '')).statusCode).toBe(429);
  });
});

it.each([
  ['adds a passkey', ({ browser, passkey }) => browser.send('POST', '/api/me/passkeys', passkey)],
  ['removes one', ({ browser, id }) => browser.send('DELETE', `/api/me/passkeys/${id}`)],
  ['removes all', ({ browser }) => browser.takeBack()],
  ['makes recovery codes', ({ browser }) => browser.send('POST', '/api/me/recovery-codes')],
  ['uses a recovery code', ({ browser, recoveryCodes }) => browser.recover(recoveryCodes[0] ?? '')],
] satisfies [string, (given: Given) => Promise<LightMyRequestResponse>][])(
  'a session that ends while it %s changes nothing and starts no other',
  async (_what, request) => {
    const started = await startWithPasskey();
    const { side, browser, userId, passkeyId: id } = started;
    await browser.signIn();
    const passkey = createAuthenticator().create(await browser.forAdding());
    const seen = side.log.length;
    side.interrupt(() => side.happen(userId, 'PasswordChanged'));
    const given = { ...started, id, passkey: { name: 'Another', passkey } };
    expect(refused(await request(given))).toEqual([409, 'write-conflict']);
    expect(side.types(seen)).toEqual(['PasswordChanged']);
    expect(refused(await browser.send('POST', '/api/me/recovery-codes'))).toEqual([401, 'not-signed-in']);
  },
);
type Given = Awaited<ReturnType<typeof startWithPasskey>> & { readonly id: string; readonly passkey: object };

it('an operator resets all passkeys of a user, who signs in with the password and adds a new one', async () => {
  const { browser, operate, since, recoveryCodes } = await startWithPasskey();
  const reset = () => operate('users/passkeys/reset', { email: sampleUser.email });
  expect((await reset()).statusCode).toBe(204);
  expect((await reset()).statusCode).toBe(204);
  expect(since()).toEqual(['PasskeysReset', 'OtherSessionsEnded']);
  expect(refused(await browser.signIn())).toEqual([401, 'wrong-passkey']);
  await browser.login();
  expect(refused(await browser.recover(recoveryCodes[0] ?? ''))).toEqual([400, 'wrong-recovery-code']);
  expect((await browser.add()).json().recoveryCodes).toHaveLength(10);
  const unknown = await operate('users/passkeys/reset', { email: 'nobody@example.org' });
  expect(refused(unknown)).toEqual([404, 'user-not-found']);
});

describe('if passkeys are required', () => {
  const requiring = async () => {
    const started = await start({ requiresPasskeys: true });
    await started.operate('administrators/grant', { email: sampleUser.email });
    const text = { text: 'New' };
    const publishBy = (by: typeof started.browser) => by.send('POST', '/api/articles', sampleArticle);
    return {
      ...started,
      publishBy,
      edit: (by = started.browser) => by.send('PUT', '/api/pages/terms', text),
    };
  };

  it('an administrator can edit only in a session proven by a passkey', async () => {
    const { side, browser, edit } = await requiring();
    expect(refused(await edit())).toEqual([403, 'passkey-required']);
    await browser.add();
    expect((await edit()).statusCode).toBe(200);
    await browser.login();
    expect(refused(await edit())).toEqual([403, 'passkey-required']);
    await browser.signIn();
    expect((await edit()).statusCode).toBe(200);
    const writer = openBrowser(side);
    await side.register({ email: 'writer@example.org' });
    await writer.login({ email: 'writer@example.org' });
    expect(refused(await edit(writer))).toEqual([403, 'not-allowed']);
  });

  it('a session counts as proven by a passkey until the last passkey is removed', async () => {
    const { browser, edit } = await requiring();
    const first = (await browser.add()).json().id;
    const second = (await browser.add('Another', createAuthenticator())).json().id;
    const remove = (id: string) => browser.send('DELETE', `/api/me/passkeys/${id}`);
    expect((await remove(first)).statusCode).toBe(204);
    expect((await edit()).statusCode).toBe(200);
    expect((await remove(second)).statusCode).toBe(204);
    expect(refused(await edit())).toEqual([403, 'passkey-required']);
    const begun = await browser.send('POST', '/api/me/passkeys/options', { password: 'a guess' });
    expect(refused(begun)).toEqual([400, 'wrong-password']);
    expect(refused(await remove(second))).toEqual([403, 'passkey-required']);
    expect((await browser.add()).statusCode).toBe(201);
    expect((await edit()).statusCode).toBe(200);
  });

  it('the password alone does not erase an account that has a passkey', async () => {
    const { side, browser, edit } = await requiring();
    await side.register({ email: 'other@example.org' });
    await side.operate('administrators/grant', { email: 'other@example.org' });
    await browser.add();
    await browser.login();
    const { password } = sampleUser;
    const erase = () => browser.send('DELETE', '/api/me', { password, pieces: 'keep' });
    expect(refused(await erase())).toEqual([403, 'passkey-required']);
    await browser.signIn();
    expect((await edit()).statusCode).toBe(200);
    expect((await erase()).statusCode).toBe(204);
  });

  it('an editor, who can’t see email addresses, needs no passkey', async () => {
    const { append, browser, userId, publishBy } = await requiring();
    await append(userStream(userId), { type: 'RoleGranted', data: { userId, role: 'editor' } });
    expect(refused(await publishBy(browser))).toEqual([403, 'passkey-required']);
    await append(userStream(userId), { type: 'AdminRevoked', data: { userId } });
    await browser.login();
    expect((await publishBy(browser)).statusCode).toBe(201);
  });

  it('a recovery code after the password also suffices, even after a later change of the password', async () => {
    const { browser, edit } = await requiring();
    const { recoveryCodes } = (await browser.add()).json();
    await browser.login();
    await browser.recover(recoveryCodes[3]);
    expect((await edit()).statusCode).toBe(200);
    const change = { currentPassword: sampleUser.password, newPassword: 'another secret' };
    await browser.send('POST', '/api/auth/change-password', change);
    expect((await edit()).statusCode).toBe(200);
    await browser.send('DELETE', '/api/me/sessions');
    expect((await edit()).statusCode).toBe(200);
  });
});

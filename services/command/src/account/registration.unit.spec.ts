import { passwordBounds } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createCommandSide, sampleUser, statusesOf } from '../testing/command-side.ts';

describe('a registration', () => {
  it('returns 201 with the signed-in user and the journal position', async () => {
    const side = await createCommandSide();
    const answer = await side.register();
    const { id } = answer.json();
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        username: 'sample.writer',
        fullName: 'Sample Writer',
        email: 'sample.writer@example.org',
        isAdmin: false,
        roles: [],
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    ]);
    const events = await side.events();
    expect(events.map(({ type }) => type)).toEqual([
      'ValueClaimed',
      'ValueClaimed',
      'UserRegistered',
      'SessionStarted',
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'journal-position': events[2]?.position,
    });
    for (const { metadata } of events) expect(metadata.actor).toEqual({ id, role: 'writer' });
    expect(events[2]).toMatchObject({ stream: `user-${id}`, data: { email: sampleUser.email } });
    expect(JSON.stringify(side.log)).not.toMatch(/sample|writer@|example\.org|secret/i);
    expect((await side.change(cookieOf(answer), sampleUser.password)).statusCode).toBe(200);
  });

  it('is rejected for an address that is taken, in any spelling', async () => {
    const side = await createCommandSide();
    await side.register();
    const before = side.log.length;
    const again = await side.register({ password: 'another secret', fullName: 'Somebody' });
    expect([again.statusCode, again.json().message, cookieOf(again)]).toEqual([
      409,
      'An account with this email already exists',
      '',
    ]);
    for (const email of [' SAMPLE.WRITER@EXAMPLE.ORG', 'sample.writer@example.org\n'])
      expect(codeOf(await side.register({ email }))).toBe('email-taken');
    expect(side.log).toHaveLength(before);
    expect((await side.login({ email: ' Sample.Writer@EXAMPLE.org ' })).statusCode).toBe(200);
  });

  it('trims the name, keeps the password as typed, and treats SQL as plain text', async () => {
    const side = await createCommandSide();
    const [password, fullName] = ["  '; drop table users; --  ", `Robert"'); delete from log; --`];
    await side.register({ password, fullName: `  ${fullName} \n` });
    expect((await side.login({ password: password.trim() })).statusCode).toBe(401);
    expect((await side.login({ password })).json().fullName).toBe(fullName);
  });

  it('assigns unique usernames, also to concurrent registrations', async () => {
    const side = await createCommandSide();
    const names: string[] = [];
    for (const name of ['anna@a', 'anna@b', 'an!na@c', 'anna2@d', '!@e'])
      names.push((await side.register({ email: `${name}.example` })).json().username);
    expect(names).toEqual(['anna', 'anna2', 'anna3', 'anna22', 'writer']);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => side.register({ email: `ada@${index}.example.org` })),
    );
    expect(new Set(answers.map((answer) => answer.json().username)).size).toBe(8);
  });

  it.each([
    [{ email: 'no address' }, 'Invalid email address'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'Invalid email address'],
    [{ email: 'Kelvin\u212a@example.org' }, 'Invalid email address'],
    [{ email: ['a@example.org'] }, 'Invalid email address'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(passwordBounds.maximum + 1) }, 'Password must be at most 200 characters'],
    [{ password: 'lone \ud800 surrogate' }, 'Password contains characters that can’t be used'],
    [{ fullName: ' ' }, 'Full name is required'],
    [{ fullName: 'Ada\r\nBcc: b@example.org' }, 'Full name contains characters that can’t be used'],
    [{ fullName: 'Ada\u2028Writer' }, 'Full name contains characters that can’t be used'],
    [{ fullName: 'Ada\u202eretirW' }, 'Full name contains characters that can’t be used'],
    [{ fullName: 'Ada\0' }, 'Full name contains characters that can’t be used'],
    [{ isAdmin: true }, 'isAdmin is not a known field'],
    [{ userId: '1' }, 'userId is not a known field'],
  ])('with %j is rejected before anything is hashed or written', async (change, message) => {
    const side = await createCommandSide();
    const answer = await side.register(change);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect([side.log.length, side.calls.hash]).toEqual([0, 0]);
  });

  it.each([2, 20])('succeeds for only one of %i concurrent requests with the same address', async (many) => {
    const side = await createCommandSide();
    const answers = await Promise.all(
      Array.from({ length: many }, (_, index) => side.register({ fullName: `Writer ${index}` })),
    );
    const [winner, ...losers] = answers.sort((one, other) => one.statusCode - other.statusCode);
    expect(winner?.statusCode).toBe(201);
    expect(new Set(losers.map(codeOf))).toEqual(new Set(['email-taken']));
    expect(side.types().filter((type) => type === 'UserRegistered')).toHaveLength(1);
    expect((await side.login()).json()).toEqual(winner?.json());
  });

  it.each([0, 1, 2])(
    'succeeds on the next attempt, at most 5 s later, if interrupted after %i appends',
    async (appends) => {
      const side = await createCommandSide();
      side.dieAfter(appends);
      expect((await side.register()).statusCode).toBe(503);
      expect(side.log).toHaveLength(appends);
      side.revive();
      const again = await side.register();
      expect([again.statusCode, again.json().email]).toEqual([201, sampleUser.email]);
      expect(side.waited.reduce((sum, each) => sum + each, 0)).toBe(appends === 0 ? 0 : 5_000);
      expect((await side.login()).statusCode).toBe(200);
    },
  );

  it('starts again if its claims were taken over meanwhile', async () => {
    const side = await createCommandSide();
    side.interrupt(async () => {
      side.pass(6_000);
      const other = await side.register({ email: 'sample.writer@example.net' });
      expect(other.json().username).toBe('sample.writer');
    }, 2);
    const answer = await side.register();
    expect([answer.statusCode, answer.json().username]).toEqual([201, 'sample.writer2']);
    expect((await side.login()).json()).toEqual(answer.json());
  });
});

it('account routes reject a body above 16 KiB with 413 before they hash or verify a password', async () => {
  const side = await createCommandSide();
  for (const path of ['register', 'login', 'forgot-password', 'change-password', 'logout']) {
    const payload = { ...sampleUser, password: 'x'.repeat(1024 * 1024) };
    const cookie = cookieOf(await side.register({ email: `${path}@example.org` }));
    const before = { ...side.calls };
    const answer = await side.call('POST', `/api/auth/${path}`, payload, { cookie });
    expect([path, ...statusesOf([answer]), answer.json().message]).toEqual([
      path,
      413,
      'The request is larger than 16 KiB',
    ]);
    expect(side.calls).toEqual(before);
  }
});

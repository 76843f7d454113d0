import { passwordBounds } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createAccountSide, sampleUser } from '../testing/command-side.ts';

const registered = async () => {
  const side = await createAccountSide();
  const answer = await side.register();
  return { side, answer, cookie: cookieOf(answer), user: answer.json() };
};

describe('POST /api/auth/register', () => {
  it('answers 201 with the session user, signed in, and the position', async () => {
    const { side, answer, cookie, user } = await registered();
    expect(answer.statusCode).toBe(201);
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: 'sample.writer',
      fullName: 'Sample Writer',
      email: 'sample.writer@example.org',
      isAdmin: false,
      createdAt: '2026-01-02T03:04:05.678Z',
    });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'journal-position': await side.store.head(),
    });
    expect((await side.change(cookie, sampleUser.password)).statusCode).toBe(200);
  });

  it('records the actor, and nothing personal in the clear', async () => {
    const { side, user } = await registered();
    const events = await side.events();
    expect(events.map(({ type }) => type)).toEqual(['ValueClaimed', 'ValueClaimed', 'UserRegistered']);
    for (const { metadata } of events) expect(metadata.actor).toEqual({ id: user.id, role: 'writer' });
    expect(events[2]).toMatchObject({ stream: `user-${user.id}`, data: { email: sampleUser.email } });
    expect(JSON.stringify(side.log)).not.toMatch(/sample|writer@|example\.org|secret|\$argon2/i);
  });

  it('compares addresses trimmed and in lower case, and keeps a password as it was typed', async () => {
    const { side } = await registered();
    for (const email of [
      'SAMPLE.WRITER@EXAMPLE.ORG',
      ' sample.writer@example.org\n',
      'Sample.Writer@Example.org',
    ])
      expect(codeOf(await side.register({ email }))).toBe('email-taken');
    expect((await side.login({ email: ' Sample.Writer@EXAMPLE.org ' })).statusCode).toBe(200);
    await side.register({ email: 'other@example.org', password: '  blanks count  ', fullName: '  Other \n' });
    const other = { email: 'other@example.org' };
    expect((await side.login({ ...other, password: 'blanks count' })).statusCode).toBe(401);
    const answer = await side.login({ ...other, password: '  blanks count  ' });
    expect([answer.statusCode, answer.json().fullName]).toEqual([200, 'Other']);
  });

  it('reports that an address is taken', async () => {
    const { side } = await registered();
    const before = side.log.length;
    const again = await side.register({ password: 'another secret', fullName: 'Somebody' });
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'An account with this email already exists',
    ]);
    expect([cookieOf(again), side.log.length]).toEqual(['', before]);
  });

  it('gives everybody a unique name', async () => {
    const side = await createAccountSide();
    const names: string[] = [];
    for (const email of [
      'anna@a.example',
      'anna@b.example',
      'an!na@c.example',
      'anna2@d.example',
      '!@e.example',
    ])
      names.push((await side.register({ email })).json().username);
    expect(names).toEqual(['anna', 'anna2', 'anna3', 'anna22', 'writer']);
  });

  it.each([
    [{ email: 'no address' }, 'Invalid email address'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'Invalid email address'],
    [{ email: 'Kelvin\u212a@example.org' }, 'Invalid email address'],
    [{ email: ['a@example.org'] }, 'Invalid email address'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: 'x'.repeat(passwordBounds.maximum + 1) }, 'Password must be at most 200 characters'],
    [{ password: 'lone \ud800 surrogate' }, "Password contains characters that can't be used"],
    [{ fullName: ' ' }, 'Full name is required'],
    [{ fullName: 'Ada\r\nBcc: b@example.org' }, "Full name contains characters that can't be used"],
    [{ fullName: 'Ada\u2028Writer' }, "Full name contains characters that can't be used"],
    [{ fullName: 'Ada\u202eretirW' }, "Full name contains characters that can't be used"],
    [{ fullName: 'Ada\0' }, "Full name contains characters that can't be used"],
    [{ isAdmin: true }, 'isAdmin is not a known field'],
    [{ userId: '1' }, 'userId is not a known field'],
  ])('rejects %j and writes nothing', async (change, message) => {
    const side = await createAccountSide();
    const answer = await side.register(change);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect([side.log.length, side.asked.hash]).toEqual([0, 0]);
  });

  it('accepts SQL as a password or a name like any other text', async () => {
    const side = await createAccountSide();
    const odd = { password: "'; drop table users; --", fullName: `Robert"'); delete from log; --` };
    expect((await side.register(odd)).statusCode).toBe(201);
    expect((await side.login({ password: odd.password })).json().fullName).toBe(odd.fullName);
  });

  it('parses no body above 16 KiB', async () => {
    const side = await createAccountSide();
    for (const url of ['register', 'login', 'forgot-password', 'change-password', 'logout']) {
      const payload = { ...sampleUser, password: 'x'.repeat(1024 * 1024) };
      const cookie = cookieOf(await side.register({ email: `${url}@example.org` }));
      const before = { ...side.asked };
      const answer = await side.call('POST', `/api/auth/${url}`, payload, { cookie });
      expect([url, answer.statusCode, answer.json().message]).toEqual([
        url,
        413,
        'The request is larger than 16 KiB',
      ]);
      expect(side.asked).toEqual(before);
    }
  });
});

describe('POST /api/auth/login', () => {
  it('answers 200 with the session user, at the position of the account', async () => {
    const { side, answer: registration, user } = await registered();
    const answer = await side.login();
    expect([answer.statusCode, answer.json()]).toEqual([200, user]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'journal-position': registration.headers['journal-position'],
    });
    expect((await side.change(cookieOf(answer), sampleUser.password)).statusCode).toBe(200);
  });

  it('answers the same for an unknown address and a wrong password, after the same work', async () => {
    const { side } = await registered();
    const reads = { count: 0 };
    const { read } = side.store;
    side.store.read = (...given) => {
      reads.count++;
      return read(...given);
    };
    const seen: unknown[] = [];
    for (const given of [
      { password: 'wrong secret' },
      { email: 'unknown@example.org' },
      { email: 'unknown@example.org', password: 'x' },
    ]) {
      const before = { ...side.asked, reads: reads.count, waits: side.waited.length, log: side.log.length };
      const { statusCode, headers, body } = await side.login(given);
      const { 'x-request-id': _own, date: _now, ...shown } = headers;
      const { hash, verify } = side.asked;
      seen.push({
        statusCode,
        shown,
        body,
        work: [hash - before.hash, verify - before.verify, reads.count - before.reads],
        waits: side.waited.length - before.waits,
        written: side.log.slice(before.log).map(({ type }) => type),
      });
    }
    expect(seen[0]).toMatchObject({
      statusCode: 401,
      work: [0, 1, expect.any(Number)],
      waits: 1,
      written: ['SignInFailed'],
    });
    expect(side.waited.every((milliseconds) => milliseconds <= 300)).toBe(true);
    expect(JSON.parse((seen[0] as { body: string }).body)).toMatchObject({
      code: 'wrong-credentials',
      message: 'Invalid email or password',
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('replaces the session of somebody else who was signed in', async () => {
    const { side, cookie } = await registered();
    const other = { email: 'other@example.org', password: 'other secret' };
    await side.register(other);
    const switched = cookieOf(await side.login(other, { cookie }));
    expect((await side.change(switched, sampleUser.password)).statusCode).toBe(400);
    expect((await side.change(switched, other.password)).statusCode).toBe(200);
  });
});

describe('POST /api/auth/logout', () => {
  it('answers 204, signed in or not, and clears the cookie', async () => {
    const { side, cookie } = await registered();
    const out = await side.call('POST', '/api/auth/logout', undefined, { cookie });
    expect([out.statusCode, out.body]).toEqual([204, '']);
    expect(out.headers['set-cookie']).toMatch(/^journal=;.*Max-Age=0/);
    const again = await side.call('POST', '/api/auth/logout');
    expect([again.statusCode, again.headers['set-cookie']]).toEqual([204, undefined]);
    expect((await side.call('POST', '/api/auth/logout', {})).statusCode).toBe(204);
    expect((await side.call('POST', '/api/auth/logout', { all: true })).statusCode).toBe(400);
  });
});

describe('POST /api/auth/forgot-password', () => {
  it('answers the same for a known and an unknown address, after the same time', async () => {
    const { side } = await registered();
    const seen: unknown[] = [];
    for (const email of [sampleUser.email, 'unknown@example.org']) {
      const before = side.waited.length;
      const { statusCode, headers, body } = await side.forgot(email);
      const { 'x-request-id': _own, date: _now, ...shown } = headers;
      seen.push({ statusCode, shown, body, waited: side.waited.slice(before) });
    }
    expect(seen[0]).toMatchObject({
      statusCode: 200,
      body: '{"message":"If an account exists for that email, a temporary password is on its way."}',
      waited: [300],
    });
    expect(seen[1]).toEqual(seen[0]);
  });

  it('requests a password as a visitor, and none for an unknown address', async () => {
    const { side, user } = await registered();
    await side.forgot('unknown@example.org');
    await side.forgot(' SAMPLE.writer@example.org ');
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'PasswordResetRequested',
      data: { userId: user.id, resetId: expect.any(String) },
      metadata: { actor: { id: 'visitor', role: 'visitor' } },
    });
    expect(side.log).toHaveLength(4);
  });
});

describe('POST /api/auth/change-password', () => {
  it('confirms it, keeps this session and ends all others', async () => {
    const { side, cookie } = await registered();
    const elsewhere = cookieOf(await side.login());
    const answer = await side.change(cookie, sampleUser.password);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Your password has been changed successfully.' },
    ]);
    expect(answer.headers['journal-position']).toBe(await side.store.head());
    for (const old of [cookie, elsewhere])
      expect(codeOf(await side.change(old, 'another secret'))).toBe('not-signed-in');
    expect((await side.change(cookieOf(answer), 'another secret', 'a third secret')).statusCode).toBe(200);
    expect((await side.login()).statusCode).toBe(401);
    expect((await side.login({ password: 'a third secret' })).statusCode).toBe(200);
  });

  it('needs the current password', async () => {
    const { side, cookie } = await registered();
    const before = side.log.length;
    const answer = await side.change(cookie, 'wrong secret');
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Your current password is not correct']);
    expect(side.log).toHaveLength(before);
  });

  it('accepts one of two at once', async () => {
    const { side, cookie } = await registered();
    const answers = await Promise.all([
      side.change(cookie, sampleUser.password, 'first secret'),
      side.change(cookie, sampleUser.password, 'second secret'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await side.events()).filter(({ type }) => type === 'PasswordChanged')).toHaveLength(1);
  });
});

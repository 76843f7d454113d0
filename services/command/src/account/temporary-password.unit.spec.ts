import { createTemporaryPassword, normaliseTemporaryPassword } from '@journal/events';
import { createKeyedHash } from '@journal/vault';
import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createAccountSide, sampleUser } from '../testing/command-side.ts';

const minutes = (count: number) => count * 60_000;

/** A side with one user, and what the mailer does: it makes a password for a request and has its hash recorded. */
async function createSide() {
  const side = await createAccountSide();
  const answer = await side.register();
  const userId: string = answer.json().id;
  const hash = createKeyedHash(side.vault);
  const newestReset = async () => {
    const requested = (await side.events()).findLast(({ type }) => type === 'PasswordResetRequested');
    return requested?.type === 'PasswordResetRequested' ? requested.data.resetId : '';
  };
  const record = async (resetId: string, password: string) =>
    side.operate(`users/${userId}/temporary-passwords`, {
      resetId,
      temporaryPasswordHash: await hash('temporary-password', userId, normaliseTemporaryPassword(password)),
    });
  return {
    ...side,
    userId,
    cookie: cookieOf(answer),
    newestReset,
    record,
    async mailed(): Promise<string> {
      await side.forgot();
      const password = createTemporaryPassword();
      expect((await record(await newestReset(), password)).statusCode).toBe(200);
      return password;
    },
    pass(milliseconds: number) {
      side.clock.now = new Date(side.clock.now.getTime() + milliseconds);
    },
  };
}

describe('a temporary password', () => {
  it('is recorded by the mailer as a hash, for 60 minutes', async () => {
    const side = await createSide();
    await side.forgot();
    const resetId = await side.newestReset();
    const password = createTemporaryPassword();
    const before = side.clock.now.getTime();
    const answer = await side.record(resetId, password);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { expiresAt: new Date(before + minutes(60)).toISOString() },
    ]);
    expect(answer.headers['journal-position']).toBe(await side.store.head());
    expect((await side.events()).at(-1)?.metadata.actor).toEqual({ id: 'service', role: 'service' });
    expect(JSON.stringify(await side.events())).not.toContain(password);
  });

  it('leaves the old one valid until it is used, and voids it from then on', async () => {
    const side = await createSide();
    const password = await side.mailed();
    expect((await side.login()).statusCode).toBe(200);
    const answer = await side.login({ password });
    expect([answer.statusCode, answer.json().id]).toEqual([200, side.userId]);
    expect((await side.events()).at(-2)).toMatchObject({
      type: 'TemporaryPasswordUsed',
      position: answer.headers['journal-position'],
      metadata: { actor: { id: side.userId, role: 'writer' } },
    });
    expect(codeOf(await side.login())).toBe('wrong-credentials');
    expect((await side.login({ password })).statusCode).toBe(200);
    expect(side.log.filter(({ type }) => type === 'TemporaryPasswordUsed')).toHaveLength(1);
  });

  it('is accepted in any spelling', async () => {
    const side = await createSide();
    const password = await side.mailed();
    for (const typed of [
      password.toLowerCase(),
      password.replaceAll('-', ''),
      ` ${password.replaceAll('-', ' ')} `,
    ])
      expect((await side.login({ password: typed })).statusCode).toBe(200);
    expect((await side.login({ password: password.slice(1) })).statusCode).toBe(401);
  });

  it('expires after 60 minutes; the old one, if it was used, stays void', async () => {
    for (const used of [false, true]) {
      const side = await createSide();
      const password = await side.mailed();
      side.pass(minutes(60) - 1);
      if (used) expect((await side.login({ password })).statusCode).toBe(200);
      side.pass(1);
      const late = await side.login({ password });
      expect([late.statusCode, codeOf(late)]).toEqual([401, 'wrong-credentials']);
      expect((await side.login()).statusCode).toBe(used ? 401 : 200);
      expect((await side.login({ password: await side.mailed() })).statusCode).toBe(200);
    }
  });

  it('counts as the current password for a change, which ends it and every older session', async () => {
    const side = await createSide();
    const password = await side.mailed();
    const cookie = cookieOf(await side.login({ password }));
    expect(codeOf(await side.change(cookie, sampleUser.password))).toBe('wrong-password');
    const changed = await side.change(cookie, password);
    expect(changed.statusCode).toBe(200);
    expect((await side.login({ password })).statusCode).toBe(401);
    expect((await side.login({ password: 'another secret' })).statusCode).toBe(200);
    expect(codeOf(await side.change(side.cookie, 'another secret'))).toBe('not-signed-in');
  });

  it('takes one verification, right or wrong, used or not', async () => {
    const side = await createSide();
    const password = await side.mailed();
    for (const given of [password, 'wrong secret', password, sampleUser.password]) {
      const before = side.asked.verify;
      await side.login({ password: given });
      expect(side.asked.verify - before).toBe(1);
    }
  });
});

describe('a superseded request', () => {
  it('gets no password', async () => {
    const side = await createSide();
    await side.forgot();
    const resetId = await side.newestReset();
    await side.forgot();
    const before = side.log.length;
    const answer = await side.record(resetId, createTemporaryPassword());
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'reset-superseded']);
    expect(side.log).toHaveLength(before);
  });

  it('of an unknown user is 404', async () => {
    const side = await createSide();
    const payload = { resetId: 'reset-1', temporaryPasswordHash: '0'.repeat(64) };
    for (const userId of ['00000000-0000-4000-8000-000000000000', 'nobody', '%27%20or%201=1'])
      expect(codeOf(await side.operate(`users/${userId}/temporary-passwords`, payload))).toBe(
        'user-not-found',
      );
  });
});

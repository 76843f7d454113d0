import { AppendUnknown } from '@journal/event-store';
import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createAccountSide, sampleUser } from '../testing/command-side.ts';

const key = { 'idempotency-key': 'change-1' };

async function createSide() {
  const side = await createAccountSide();
  const cookie = cookieOf(await side.register());
  const changes = async () => (await side.events()).filter(({ type }) => type === 'PasswordChanged').length;
  return { ...side, cookie, changes };
}

describe('changing a password with an Idempotency-Key', () => {
  it('is answered as before when repeated in the new session, and writes nothing', async () => {
    const side = await createSide();
    const first = await side.change(side.cookie, sampleUser.password, 'another secret', key);
    const before = side.log.length;
    const again = await side.change(cookieOf(first), sampleUser.password, 'another secret', key);
    expect([again.statusCode, again.body]).toEqual([200, first.body]);
    expect(side.log).toHaveLength(before);
    expect((await side.change(cookieOf(again), 'another secret')).statusCode).toBe(200);
  });

  it('does not reopen a session that is over', async () => {
    const side = await createSide();
    await side.change(side.cookie, sampleUser.password, 'another secret', key);
    const again = await side.change(side.cookie, sampleUser.password, 'another secret', key);
    expect([again.statusCode, codeOf(again), cookieOf(again)]).toEqual([401, 'not-signed-in', '']);
  });

  it('counts as another request with another new password', async () => {
    const side = await createSide();
    const changed = cookieOf(await side.change(side.cookie, sampleUser.password, 'another secret', key));
    const again = await side.change(changed, sampleUser.password, 'a third secret', key);
    expect([again.statusCode, codeOf(again)]).toEqual([422, 'idempotency-key-reused']);
    expect(await side.changes()).toBe(1);
  });

  it.each([0, 1])('resumes after %i appends', async (appends) => {
    const side = await createSide();
    let left = appends;
    const breakOff = () => {
      if (left === 0) throw new AppendUnknown('the process died');
      left--;
      side.interrupt(breakOff);
    };
    side.interrupt(breakOff);
    const broken = await side.change(side.cookie, sampleUser.password, 'another secret', key);
    expect([broken.statusCode, await side.changes()]).toEqual([503, 0]);
    const again = await side.change(side.cookie, sampleUser.password, 'another secret', key);
    expect([again.statusCode, await side.changes()]).toEqual([200, 1]);
    expect((await side.login({ password: 'another secret' })).statusCode).toBe(200);
  });

  it('is one change if two arrive at once', async () => {
    const side = await createSide();
    const answers = await Promise.all([
      side.change(side.cookie, sampleUser.password, 'another secret', key),
      side.change(side.cookie, sampleUser.password, 'another secret', key),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await side.changes()).toBe(1);
  });
});

describe('two changes at once with one Idempotency-Key', () => {
  it('to two passwords: one is made, the other rejected', async () => {
    const side = await createSide();
    const answers = await Promise.all([
      side.change(side.cookie, sampleUser.password, 'first secret', key),
      side.change(side.cookie, sampleUser.password, 'second secret', key),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const kept = answers[0]?.statusCode === 200 ? 'first secret' : 'second secret';
    expect([(await side.login({ password: kept })).statusCode, await side.changes()]).toEqual([200, 1]);
  });
});

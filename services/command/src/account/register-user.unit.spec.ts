import { AppendUnknown } from '@journal/event-store';
import { describe, expect, it } from 'vitest';
import { cookieOf, createAccountSide, sampleUser } from '../testing/command-side.ts';

const key = { 'idempotency-key': 'registration-1' };
type Side = Awaited<ReturnType<typeof createAccountSide>>;

/** Lets so many appends through, then the process is gone. */
function dieAfter(side: Side, appends: number): void {
  let left = appends;
  const breakOff = () => {
    if (left === 0) throw new AppendUnknown('the process died');
    left--;
    side.interrupt(breakOff);
  };
  side.interrupt(breakOff);
}
const registeredIn = async (side: Side) =>
  (await side.events()).filter(({ type }) => type === 'UserRegistered');

describe('concurrent registrations with one address', () => {
  it.each([2, 20])('%i: one of them is registered', async (many) => {
    const side = await createAccountSide();
    const answers = await Promise.all(
      Array.from({ length: many }, (_, index) => side.register({ fullName: `Writer ${index}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(many - 1).fill(409)]);
    expect(
      new Set(answers.filter((each) => each.statusCode === 409).map((each) => each.json().code)),
    ).toEqual(new Set(['email-taken']));
    expect(await registeredIn(side)).toHaveLength(1);
    const winner = answers.find(({ statusCode }) => statusCode === 201);
    expect((await side.login()).json()).toEqual(winner?.json());
  });

  it('with addresses of the same local part get unique names', async () => {
    const side = await createAccountSide();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => side.register({ email: `writer@${index}.example.org` })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map((answer) => answer.json().username)).size).toBe(8);
  });
});

describe('an interrupted registration', () => {
  it.each([
    ['before the claim of the address', 0],
    ['between the two claims', 1],
    ['between the claims and the registration', 2],
  ])('%s succeeds with the next attempt, at most 5 s later', async (_where, appends) => {
    const side = await createAccountSide();
    dieAfter(side, appends);
    expect((await side.register()).statusCode).toBe(503);
    expect(side.log).toHaveLength(appends);
    const again = await side.register();
    expect([again.statusCode, again.json().email]).toEqual([201, sampleUser.email]);
    expect(side.waited.reduce((sum, each) => sum + each, 0)).toBe(appends === 0 ? 0 : 5_000);
    expect((await side.login()).statusCode).toBe(200);
  });

  it('is registered anew if it was taken over meanwhile', async () => {
    const side = await createAccountSide();
    side.interrupt(() => {
      side.interrupt(() => {
        side.interrupt(async () => {
          side.clock.now = new Date(side.clock.now.getTime() + 6_000);
          expect((await side.register({ email: 'sample.writer@example.net' })).json().username).toBe(
            'sample.writer',
          );
        });
      });
    });
    const answer = await side.register();
    expect([answer.statusCode, answer.json().username]).toEqual([201, 'sample.writer2']);
    expect((await side.login()).json()).toEqual(answer.json());
  });
});

describe('a registration with an Idempotency-Key', () => {
  it('returns the same answer and session when repeated, and writes nothing', async () => {
    const side = await createAccountSide();
    const first = await side.register({}, key);
    const before = side.log.length;
    const again = await side.register({}, key);
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
    expect(side.log).toHaveLength(before);
    expect((await side.change(cookieOf(again), sampleUser.password)).statusCode).toBe(200);
  });

  it.each([{ password: 'another secret' }, { fullName: 'Somebody' }, { email: 'other@example.org' }])(
    'is another one with %j',
    async (change) => {
      const side = await createAccountSide();
      await side.register({}, key);
      const before = side.log.length;
      const again = await side.register(change, key);
      expect([again.statusCode, again.json().code, cookieOf(again)]).toEqual([
        422,
        'idempotency-key-reused',
        '',
      ]);
      expect(side.log).toHaveLength(before);
    },
  );

  it.each([0, 1, 2, 3])('resumes after %i appends, without waiting', async (appends) => {
    const side = await createAccountSide();
    dieAfter(side, appends);
    expect((await side.register({}, key)).statusCode).toBe(503);
    const again = await side.register({}, key);
    expect([again.statusCode, side.waited]).toEqual([201, []]);
    expect(await registeredIn(side)).toHaveLength(1);
  });

  it('is one registration if two arrive at once', async () => {
    const side = await createAccountSide();
    const answers = await Promise.all([side.register({}, key), side.register({}, key)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expect(await registeredIn(side)).toHaveLength(1);
  });

  it('used by two people at once signs neither in as the other, and claims no address in vain', async () => {
    const side = await createAccountSide();
    const emails = ['one@example.org', 'other@example.org'];
    const answers = await Promise.all(emails.map((email) => side.register({ email }, key)));
    const [loser] = answers.flatMap(({ statusCode }, index) => (statusCode === 201 ? [] : emails[index]));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
    expect(await registeredIn(side)).toHaveLength(1);
    expect((await side.login({ email: loser })).statusCode).toBe(401);
    const again = await side.register({ email: loser });
    expect([again.statusCode, again.json().email]).toEqual([201, loser]);
  });

  it('returns nothing once its user is forgotten', async () => {
    const side = await createAccountSide();
    await side.erase(cookieOf(await side.register({}, key)));
    const before = side.log.length;
    expect((await side.register({}, key)).json().code).toBe('idempotency-key-reused');
    expect(side.log).toHaveLength(before);
    expect((await side.register()).statusCode).toBe(201);
  });
});

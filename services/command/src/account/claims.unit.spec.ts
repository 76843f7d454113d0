import { userStream } from '@journal/events';
import { createMetrics } from '@journal/service-kit';
import { describe, expect, it } from 'vitest';
import { createCommandSide } from '../testing/command-side.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { randomIds } from '../writing/request-context.ts';
import { claimOwner, claimValue, releaseValue } from './claims.ts';

const contextOf = (userId: string) =>
  ({ actor: { id: userId, role: 'writer' }, requestId: 'request', ids: randomIds() }) as const;

/** A log on which time passes only by waiting; `meanwhile` runs during the first wait. */
async function start() {
  const side = await createCommandSide();
  const { clock, pass, waited } = side;
  let meanwhile: (() => unknown) | undefined;
  const now = () => clock.now;
  const log = createJournalLog({ ...side, now, metrics: createMetrics('spec') });
  async function wait(milliseconds: number) {
    waited.push(milliseconds);
    pass(milliseconds);
    const run = meanwhile;
    meanwhile = undefined;
    await run?.();
  }
  return {
    ...side,
    waitedFor: () => waited.reduce((sum, each) => sum + each, 0),
    claim: (
      userId: string,
      whilePending: 'wait' | 'taken' = 'wait',
      hash = 'hash',
      context = contextOf(userId),
    ) => claimValue({ log, now, wait }, { kind: 'email', hash, userId }, context, whilePending),
    release: (userId: string) =>
      releaseValue(log, { kind: 'email', hash: 'hash', userId }, contextOf(userId)),
    owner: async () => (await claimOwner(log, 'email', 'hash')).owner?.userId,
    typesOf: async (userId: string) => (await log.read(userStream(userId))).map(({ type }) => type),
    meanwhile(run: () => unknown) {
      meanwhile = run;
    },
  };
}

describe('a value', () => {
  it('is claimed if it has no owner, and claimed again by the same user without a new event', async () => {
    const side = await start();
    expect([await side.claim('one'), await side.claim('one'), await side.owner()]).toEqual([
      'claimed',
      'claimed',
      'one',
    ]);
    expect([side.log.length, side.waited]).toEqual([1, []]);
  });

  it('is reported as taken without waiting if its owner is registered', async () => {
    const side = await start();
    await side.claim('one');
    await side.happen('one', 'UserRegistered');
    for (const whilePending of ['wait', 'taken'] as const)
      expect(await side.claim('other', whilePending)).toBe('taken');
    expect([await side.owner(), side.waited]).toEqual(['one', []]);
  });

  it('is free once its owner is forgotten, whether released or not', async () => {
    for (const released of [true, false]) {
      const side = await start();
      await side.claim('one');
      await side.happen('one', 'UserRegistered');
      await side.happen('one', 'UserForgotten');
      if (released) await side.release('one');
      expect([await side.claim('other'), await side.owner()]).toEqual(['claimed', 'other']);
    }
  });

  it('is released only by its owner, once', async () => {
    const side = await start();
    await side.release('one');
    await side.claim('one');
    await side.release('other');
    expect(await side.owner()).toBe('one');
    await side.release('one');
    await side.release('one');
    expect([await side.owner(), side.log.length]).toEqual([undefined, 2]);
  });
});

describe('a value claimed by a user who has not registered yet', () => {
  it('is waited for, and is taken once the user registers', async () => {
    const side = await start();
    await side.claim('one');
    side.meanwhile(() => side.happen('one', 'UserRegistered'));
    expect([await side.claim('other'), side.waited]).toEqual(['taken', [100]]);
  });

  it('can be claimed once its owner’s registration is abandoned', async () => {
    const side = await start();
    await side.claim('one');
    side.meanwhile(async () => {
      side.pass(10_000);
      await side.claim('third');
    });
    await side.claim('other');
    expect([await side.owner(), await side.typesOf('one')]).toEqual(['other', ['RegistrationAbandoned']]);
  });

  it('is taken over after 5 s, which abandons its owner’s registration', async () => {
    const side = await start();
    await side.claim('one');
    side.pass(1_950);
    expect([await side.claim('other'), await side.owner()]).toEqual(['claimed', 'other']);
    expect(side.waitedFor()).toBe(3_050);
    expect(await side.typesOf('one')).toEqual(['RegistrationAbandoned']);
  });

  it('is waited for at most 5 s, even if clocks differ', async () => {
    const side = await start();
    await side.claim('one');
    side.pass(-3_600_000);
    await side.claim('other');
    expect(side.waitedFor()).toBe(5_000);
  });

  it('counts as taken for 5 s for a caller that does not wait', async () => {
    const side = await start();
    await side.claim('one');
    expect(await side.claim('other', 'taken')).toBe('taken');
    side.pass(5_000);
    expect([await side.claim('other', 'taken'), side.waited]).toEqual(['claimed', []]);
  });

  it('stays with its owner if they register just before the takeover', async () => {
    const side = await start();
    await side.claim('one');
    side.pass(5_000);
    side.interrupt(() => side.happen('one', 'UserRegistered'));
    expect([await side.claim('other'), await side.owner()]).toEqual(['taken', 'one']);
  });
});

describe('concurrent claims', () => {
  it.each([
    [2, undefined],
    [20, undefined],
    [2, 'dead'],
    [20, 'dead'],
  ])('by %i users for a value owned by %s succeed exactly once', async (many, abandoned) => {
    const side = await start();
    if (abandoned) await side.claim(abandoned);
    side.pass(60_000);
    const users = Array.from({ length: many }, (_, index) => `user ${index}`);
    const outcomes = await Promise.all(users.map((user) => side.claim(user, 'taken')));
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(await side.owner()).toBe(users[outcomes.indexOf('claimed')]);
    expect(await side.typesOf('dead')).toEqual(abandoned ? ['RegistrationAbandoned'] : []);
  });

  it('by one request for two abandoned values both succeed, each event with its own id', async () => {
    const side = await start();
    for (const hash of ['one', 'other']) await side.claim(`dead ${hash}`, 'wait', hash);
    side.pass(60_000);
    const context = contextOf('living');
    for (const hash of ['one', 'other'])
      expect(await side.claim('living', 'wait', hash, context)).toBe('claimed');
    const abandoned = ['ValueClaimed', 'RegistrationAbandoned'];
    expect(side.types().toSorted()).toEqual(
      [...abandoned, ...abandoned, 'ValueClaimed', 'ValueClaimed'].toSorted(),
    );
    expect(new Set(side.log.map(({ id }) => id)).size).toBe(6);
  });
});

import { randomUUID } from 'node:crypto';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createMemoryVault, type NewUserEvent, userStream } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { interruptible } from '../testing/command-side.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { randomIds } from '../writing/request-context.ts';
import { claimOwner, claimValue, releaseValue } from './claims.ts';

const contextOf = (userId: string): RequestContext => ({
  actor: { id: userId, role: 'writer' },
  requestId: 'request',
  ids: randomIds(),
});

/** A log on which time passes by waiting alone; `meanwhile` happens in the first wait. */
function createSide() {
  const { store, interrupt } = interruptible(createMemoryEventStore());
  const clock = { now: Date.parse('2026-01-02T03:04:05Z') };
  const waited: number[] = [];
  let meanwhile: (() => Promise<unknown>) | undefined;
  const now = () => new Date(clock.now);
  const log = createJournalLog({ store, vault: createMemoryVault(), now });
  const parts = {
    log,
    now,
    async wait(milliseconds: number) {
      waited.push(milliseconds);
      clock.now += milliseconds;
      const happening = meanwhile;
      meanwhile = undefined;
      await happening?.();
    },
  };
  const append = (event: NewUserEvent) => {
    const { userId } = event.data;
    return log.append(userStream(userId), [{ id: randomUUID(), event }], 'any', contextOf(userId));
  };
  return {
    interrupt,
    clock,
    waited,
    claim: (
      userId: string,
      whilePending: 'wait' | 'taken' = 'wait',
      hash = 'hash',
      context = contextOf(userId),
    ) => claimValue(parts, { kind: 'email', hash, userId }, context, whilePending),
    release: (userId: string) =>
      releaseValue(log, { kind: 'email', hash: 'hash', userId }, contextOf(userId)),
    register: (userId: string) =>
      append({
        type: 'UserRegistered',
        data: {
          userId,
          emailHash: 'hash',
          usernameHash: 'hash',
          email: 'writer@example.org',
          username: 'writer',
          fullName: 'Sample Writer',
          passwordHash: 'hash',
        },
      }),
    forget: (userId: string) => append({ type: 'UserForgotten', data: { userId, pieces: 'keep' } }),
    owner: async () => (await claimOwner(log, 'email', 'hash')).owner?.userId,
    typesOf: async (userId: string) => (await log.read(userStream(userId))).map(({ type }) => type),
    meantime(happening: () => Promise<unknown>) {
      meanwhile = happening;
    },
    log: store.log,
  };
}

describe('a value', () => {
  it('without an owner is claimed, and claimed again by the same user without an event', async () => {
    const side = createSide();
    expect([await side.claim('one'), await side.claim('one'), await side.owner()]).toEqual([
      'claimed',
      'claimed',
      'one',
    ]);
    expect([side.log.length, side.waited]).toEqual([1, []]);
  });

  it('of a registered user is taken at once', async () => {
    const side = createSide();
    await side.claim('one');
    await side.register('one');
    for (const whilePending of ['wait', 'taken'] as const)
      expect(await side.claim('other', whilePending)).toBe('taken');
    expect([await side.owner(), side.waited]).toEqual(['one', []]);
  });

  it('of a forgotten user is free, released or not', async () => {
    for (const released of [true, false]) {
      const side = createSide();
      await side.claim('one');
      await side.register('one');
      await side.forget('one');
      if (released) await side.release('one');
      expect([await side.claim('other'), await side.owner()]).toEqual(['claimed', 'other']);
    }
  });

  it('is released only by its owner, once', async () => {
    const side = createSide();
    await side.release('one');
    await side.claim('one');
    await side.release('other');
    expect(await side.owner()).toBe('one');
    await side.release('one');
    await side.release('one');
    expect([await side.owner(), side.log.length]).toEqual([undefined, 2]);
  });
});

describe('a value claimed by somebody who has not registered yet', () => {
  it('is waited for, and taken once they have', async () => {
    const side = createSide();
    await side.claim('one');
    side.meantime(() => side.register('one'));
    expect([await side.claim('other'), side.waited]).toEqual(['taken', [100]]);
  });

  it('is free as soon as they never can', async () => {
    const side = createSide();
    await side.claim('one');
    side.meantime(async () => {
      side.clock.now += 10_000;
      await side.claim('third');
    });
    await side.claim('other');
    expect([await side.owner(), await side.typesOf('one')]).toEqual(['other', ['RegistrationAbandoned']]);
  });

  it('is taken over after 5 s, and they can no longer register', async () => {
    const side = createSide();
    await side.claim('one');
    side.clock.now += 1_950;
    expect([await side.claim('other'), await side.owner()]).toEqual(['claimed', 'other']);
    expect(side.waited.reduce((sum, each) => sum + each, 0)).toBe(3_050);
    expect(await side.typesOf('one')).toEqual(['RegistrationAbandoned']);
  });

  it('is waited for at most 5 s with another clock', async () => {
    const side = createSide();
    await side.claim('one');
    side.clock.now -= 3_600_000;
    await side.claim('other');
    expect(side.waited.reduce((sum, each) => sum + each, 0)).toBe(5_000);
  });

  it('counts as taken for 5 s for a caller that does not wait', async () => {
    const side = createSide();
    await side.claim('one');
    expect(await side.claim('other', 'taken')).toBe('taken');
    side.clock.now += 5_000;
    expect([await side.claim('other', 'taken'), side.waited]).toEqual(['claimed', []]);
  });

  it('stays theirs if they register just before it is taken over', async () => {
    const side = createSide();
    await side.claim('one');
    side.clock.now += 5_000;
    side.interrupt(async () => {
      await side.register('one');
    });
    expect([await side.claim('other'), await side.owner()]).toEqual(['taken', 'one']);
  });
});

describe('many at once', () => {
  it.each([2, 20])('%i claim a value without an owner, and one gets it', async (many) => {
    const side = createSide();
    const users = Array.from({ length: many }, (_, index) => `user ${index}`);
    const outcomes = await Promise.all(users.map((user) => side.claim(user, 'taken')));
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(await side.owner()).toBe(users[outcomes.indexOf('claimed')]);
  });

  it.each([2, 20])('%i take over an abandoned value, and one gets it', async (many) => {
    const side = createSide();
    await side.claim('dead');
    side.clock.now += 60_000;
    const users = Array.from({ length: many }, (_, index) => `user ${index}`);
    const outcomes = await Promise.all(users.map((user) => side.claim(user, 'taken')));
    expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
    expect(await side.owner()).toBe(users[outcomes.indexOf('claimed')]);
    expect(await side.typesOf('dead')).toEqual(['RegistrationAbandoned']);
  });

  it('a request that takes over two values has events of its own in each stream', async () => {
    const side = createSide();
    for (const hash of ['one', 'other']) await side.claim(`dead ${hash}`, 'wait', hash);
    side.clock.now += 60_000;
    const context = contextOf('living');
    for (const hash of ['one', 'other'])
      expect(await side.claim('living', 'wait', hash, context)).toBe('claimed');
  });
});

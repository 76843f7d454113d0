import { randomUUID } from 'node:crypto';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { type UserEvent, userEvents, userStream } from '@journal/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountDecider, evolve } from '../account/account.decider.ts';
import type { Dated } from '../decider.ts';
import { createAccessOf } from './auth.ts';

const metadata = {
  actor: { id: 'spec', role: 'system' },
  requestId: 'spec',
  correlationId: 'spec',
  causationId: 'spec',
  schemaVersion: 1,
  at: '2026-01-02T03:04:05.678Z',
} as const;
type UserEventType = keyof typeof userEvents;

/** The access of a user whose stream has events of these types, and nothing in them. */
async function accessAfter(...types: string[]) {
  const store = createMemoryEventStore();
  for (const type of types)
    await store.append(userStream('one'), [{ id: randomUUID(), type, data: {}, metadata }], 'any');
  return createAccessOf(store)('one');
}

describe('the access of a user', () => {
  it.each<[readonly UserEventType[], object | undefined]>([
    [[], undefined],
    [['RegistrationAbandoned'], undefined],
    [['UserRegistered'], { version: 0, isAdmin: false }],
    [['UserRegistered', 'AdminGranted'], { version: 0, isAdmin: true }],
    [['UserRegistered', 'AdminGranted', 'AdminRevoked'], { version: 1, isAdmin: false }],
    [['UserRegistered', 'AdminGranted', 'PasswordChanged'], { version: 1, isAdmin: true }],
    [['UserRegistered', 'AdminGranted', 'UserForgotten'], undefined],
  ])('after %j is %j', async (types, expected) => {
    expect(await accessAfter(...types)).toEqual(expected);
  });

  it('equals that of the account’s own state for any history', async () => {
    const types = Object.keys(userEvents) as UserEventType[];
    const later = types.filter(
      (type) => !['UserRegistered', 'RegistrationAbandoned', 'UserForgotten'].includes(type),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...later), { maxLength: 12 }), async (rest) => {
        const history: UserEventType[] = ['UserRegistered', ...rest];
        const state = history.reduce(
          (earlier, type) =>
            evolve(earlier, {
              type,
              data: { userId: 'one' },
              metadata,
            } as unknown as Dated<UserEvent>),
          accountDecider.initialState,
        );
        if (state.status !== 'registered') throw new Error(`The account is ${state.status}`);
        expect(await accessAfter(...history)).toEqual({
          version: state.sessionVersion,
          isAdmin: state.account.isAdmin,
        });
      }),
    );
  });
});

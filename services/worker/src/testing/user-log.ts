import { randomUUID } from 'node:crypto';
import type { EventStore, Position } from '@journal/event-store';
import {
  createEventCodec,
  createMemoryVault,
  journalEvents,
  type NewUserEvent,
  type PiecesOfForgotten,
  userStream,
  type Vault,
} from '@journal/events';

type Data<Type extends NewUserEvent['type']> = Extract<NewUserEvent, { type: Type }>['data'];

/** Writes sealed user events to a log; each call gives the position of its event. */
export function createUserLog(store: EventStore, vault: Vault = createMemoryVault()) {
  const codec = createEventCodec({ vault, events: journalEvents });
  const revisions = new Map<string, number>();
  let minute = 0;

  async function write(event: NewUserEvent, written?: string): Promise<Position> {
    const { userId } = event.data;
    const at = written ?? new Date(Date.UTC(2026, 0, 2, 0, minute++)).toISOString();
    const sealed = await codec.seal(event, randomUUID(), {
      actor: { id: userId, role: 'writer' },
      requestId: 'request-2',
      correlationId: 'request-2',
      causationId: 'request-2',
      at,
    });
    const expected = revisions.get(userId) ?? 'none';
    const { revision, position } = await store.append(userStream(userId), [sealed], expected);
    revisions.set(userId, revision);
    return position;
  }

  return {
    vault,
    codec,
    write,
    register: (userId: string, data: Partial<Data<'UserRegistered'>> = {}) =>
      write({
        type: 'UserRegistered',
        data: {
          userId,
          emailHash: `hash of ${userId}`,
          usernameHash: `hash of the name of ${userId}`,
          email: `${userId}@example.org`,
          username: userId,
          fullName: `Writer ${userId}`,
          passwordHash: '$argon2id$sample',
          ...data,
        },
      }),
    changePassword: (userId: string) =>
      write({ type: 'PasswordChanged', data: { userId, passwordHash: '$argon2id$another' } }),
    grantAdmin: (userId: string) => write({ type: 'AdminGranted', data: { userId } }),
    revokeAdmin: (userId: string) => write({ type: 'AdminRevoked', data: { userId } }),
    forget: (userId: string, pieces: PiecesOfForgotten = 'keep') =>
      write({ type: 'UserForgotten', data: { userId, pieces } }),
  };
}

export type UserLog = ReturnType<typeof createUserLog>;

import type { EventStore } from '@journal/event-store';
import { type NewUserEvent, type PiecesOfForgotten, userStream, type Vault } from '@journal/events';
import { createLogWriter } from './log-writer.ts';

type Data<Type extends NewUserEvent['type']> = Extract<NewUserEvent, { type: Type }>['data'];

/** Writes sealed user events to a log; each call resolves with the position of its event. */
export function createUserLog(store: EventStore, vault?: Vault) {
  const log = createLogWriter(store, { vault, day: '2026-01-02Z', requestId: 'request-2' });
  const write = (event: NewUserEvent, at?: string) =>
    log.write(userStream(event.data.userId), event, {
      actor: { id: event.data.userId, role: 'writer' },
      ...(at && { at }),
    });

  return {
    ...log,
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

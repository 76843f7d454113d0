import { randomUUID } from 'node:crypto';
import { type NewUserEvent, userStream } from '@journal/events';
import { parseSessionKeys, registerSessions, type Session, startSession } from '@journal/session';
import fastify from 'fastify';
import type { JournalLog } from '../writing/journal-log.ts';
import { randomIds } from '../writing/request-context.ts';

type UsersOptions = { log: JournalLog; sessionKeys: string; origin: string };

/** People with accounts, put into the log without the routes that do so, and the cookies of their sessions. */
export function createUsers({ log, sessionKeys, origin }: UsersOptions) {
  async function append(event: NewUserEvent): Promise<void> {
    const context = { actor: { id: 'spec', role: 'system' } as const, requestId: 'spec', ids: randomIds() };
    await log.append(userStream(event.data.userId), [{ id: randomUUID(), event }], 'any', context);
  }
  const plain = (type: 'AdminGranted' | 'AdminRevoked', userId: string) => append({ type, data: { userId } });
  return {
    async register(): Promise<string> {
      const userId = randomUUID();
      const data = {
        userId,
        emailHash: `email ${userId}`,
        usernameHash: `username ${userId}`,
        email: `${userId}@example.org`,
        username: userId,
        fullName: 'Sample Writer',
        passwordHash: 'hash',
      };
      await append({ type: 'UserRegistered', data });
      return userId;
    },
    grantAdmin: (userId: string) => plain('AdminGranted', userId),
    revokeAdmin: (userId: string) => plain('AdminRevoked', userId),
    changePassword: (userId: string) =>
      append({ type: 'PasswordChanged', data: { userId, passwordHash: 'other hash' } }),
    forget: (userId: string, pieces: 'keep' | 'remove' = 'keep') =>
      append({ type: 'UserForgotten', data: { userId, pieces } }),
    /** The Cookie header of a session of this user. */
    cookieOf: (userId: string, version = 0) =>
      sealSession({ userId, version }, { keys: parseSessionKeys(sessionKeys), origin }),
  };
}

async function sealSession(
  session: Session,
  options: Parameters<typeof registerSessions>[1],
): Promise<string> {
  const app = fastify();
  await registerSessions(app, options);
  app.get('/', async (request) => {
    startSession(request, session);
    return null;
  });
  const answer = await app.inject('/');
  return String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
}

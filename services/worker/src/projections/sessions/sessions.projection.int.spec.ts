import {
  endsSessions,
  type NewSessionEvent,
  type NewUserEvent,
  sessionStream,
  userEvents,
  userSubject,
} from '@journal/events';
import { expect } from 'vitest';
import { projectionTest as it, type Log } from '../../testing/projection-test.ts';
import { sessionsProjection } from './sessions.projection.ts';

const day = 86_400_000;
const write = (log: Log, event: NewSessionEvent, at?: Date) =>
  log.write(sessionStream(event.data.sessionId), event, at && { at });
const begin = (log: Log, userId: string, sessionId: string, version = 0) =>
  write(log, {
    type: 'SessionStarted',
    data: { userId, sessionId, version, device: `Device of ${sessionId}` },
  });
const end = (log: Log, userId: string, sessionId: string, at?: Date) =>
  write(log, { type: 'SessionEnded', data: { userId, sessionId } }, at);

it('sessions are listed, and ended ones are kept until their cookies can’t be valid', async ({
  log,
  model,
}) => {
  const { users } = log;
  model.start(sessionsProjection);
  const rows = async () =>
    (await model.contents()).session.map(({ session_id: id, device, ended_at: ended }) => [
      id,
      device,
      ended !== null,
    ]);
  for (const id of ['ada-1', 'ada-2', 'ben-1']) await begin(log, id.slice(0, 3), id);
  const ended = new Date('2026-02-01T00:00:00.000Z');
  await model.applied(await end(log, 'ada', 'ada-1', ended));
  expect(await rows()).toEqual([
    ['ada-1', null, true],
    ['ada-2', 'Device of ada-2', false],
    ['ben-1', 'Device of ben-1', false],
  ]);
  await model.applied(await end(log, 'ben', 'ben-1', new Date(ended.getTime() + 14 * day)));
  expect(await rows()).toHaveLength(3);
  await begin(log, 'ben', 'ben-2');
  await model.applied(await end(log, 'ben', 'ben-2', new Date(ended.getTime() + 16 * day)));
  expect((await rows()).map(([id]) => id)).toEqual(['ada-2', 'ben-1', 'ben-2']);

  // All sessions end with a password change; one that began at the same moment is distinguished by its version.
  await users.changePassword('ada');
  await model.applied(await begin(log, 'ada', 'ada-3', 1));
  expect((await rows()).map(([id]) => id)).toEqual(['ada-3', 'ben-1', 'ben-2']);

  await model.applied(await users.forget('ada'));
  await model.applied(await begin(log, 'ben', 'ben-3'));
  expect((await model.contents()).forgotten_user).toEqual([{ user_id: 'ada' }]);
  expect((await rows()).map(([id]) => id)).toEqual(['ben-1', 'ben-2', 'ben-3']);
});

it.for(Object.keys(userEvents).filter(endsSessions))(
  '%s deletes all sessions of its user',
  async (type, { log, model }) => {
    model.start(sessionsProjection);
    await log.users.register('ada');
    await begin(log, 'ada', 'ada-1');
    const more: Readonly<Record<string, object>> = {
      PasswordChanged: { passwordHash: 'hash' },
      RoleRevoked: { role: 'editor' },
      UserForgotten: { pieces: 'keep' },
    };
    await log.users.write({ type, data: { userId: 'ada', ...more[type] } } as NewUserEvent);
    await model.applied(await begin(log, 'ben', 'ben-1'));
    expect((await model.contents()).session).toMatchObject([{ session_id: 'ben-1' }]);
  },
);

it('ended sessions are kept if a later event has the time of a clock that is ahead', async ({
  log,
  model,
}) => {
  model.start(sessionsProjection);
  await begin(log, 'ada', 'ada-1');
  await model.applied(await end(log, 'ada', 'ada-1', new Date()));
  await model.applied(await end(log, 'ben', 'ben-1', new Date(Date.now() + 30 * day)));
  expect((await model.contents()).session).toMatchObject([{ session_id: 'ada-1', device: null }]);
});

it('a user’s last visit and the time they were asked are kept after their sessions have ended', async ({
  log,
  model,
}) => {
  const { users } = log;
  const visits = async () =>
    (await model.contents()).visit.map(({ user_id: id, seen_at: seen, asked_at: asked }) => [
      id,
      seen,
      asked,
    ]);
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 2, hour));
  const signIn = (sessionId: string, hour: number) =>
    write(
      log,
      { type: 'SessionStarted', data: { userId: 'ada', sessionId, version: 0, device: null } },
      at(hour),
    );
  await users.register('ada', {}, at(1));
  model.start(sessionsProjection);
  await model.applied(await users.register('ben', {}, at(2)));
  expect(await visits()).toEqual([
    ['ada', at(1), null],
    ['ben', at(2), null],
  ]);
  await signIn('ada-1', 3);
  await users.write({ type: 'IdleAccountAsked', data: { userId: 'ada' } }, at(4));
  await users.changePassword('ada');
  await users.forget('ben');
  await model.applied(await signIn('ada-2', 5));
  expect(await visits()).toEqual([['ada', at(5), at(4)]]);
});

it('a forgotten user has no sessions, even after a later event, and no device is stored without its key', async ({
  log,
  model,
}) => {
  await begin(log, 'ada', 'ada-1');
  await begin(log, 'ben', 'ben-1');
  await log.vault.forget(userSubject({ userId: 'ben' }));
  await log.users.forget('ada');
  const late = await begin(log, 'ada', 'ada-2');
  model.start(sessionsProjection);
  await model.applied(late);
  expect((await model.contents()).session).toMatchObject([{ session_id: 'ben-1', device: null }]);
});

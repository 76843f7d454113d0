import { userSubject } from '@journal/events';
import { until } from '@journal/testing';
import { describe, expect } from 'vitest';
import { projectionTest } from '../../testing/projection-test.ts';
import { accountsProjection } from './accounts.projection.ts';

const it = projectionTest.extend('accountOf', ({ contents }) => async (userId: string) => {
  const { account } = await contents();
  return account.find((row) => row.user_id === userId);
});

describe('events become rows', () => {
  it('UserRegistered: the account and its first event', async ({ users, start, applied, contents }) => {
    start(accountsProjection);
    const position = await users.register('ada');
    await applied(position);
    expect(await contents()).toEqual({
      account: [
        {
          user_id: 'ada',
          revision: 0,
          email: 'ada@example.org',
          email_hash: 'hash of ada',
          username: 'ada',
          full_name: 'Writer ada',
          is_admin: false,
          created_at: new Date('2026-01-01T00:00:00.000Z'),
          session_version: 0,
        },
      ],
      account_event: [
        {
          user_id: 'ada',
          revision: 0,
          type: 'UserRegistered',
          at: new Date('2026-01-01T00:00:00.000Z'),
          request_id: 'request-1',
          position,
        },
      ],
      forgotten_account: [],
    });
  });

  it('AdminGranted and AdminRevoked: an administrator until it is revoked, which ends the sessions', async ({
    users,
    start,
    applied,
    accountOf,
  }) => {
    start(accountsProjection);
    await users.register('ada');
    await applied(await users.grantAdmin('ada'));
    expect(await accountOf('ada')).toMatchObject({ is_admin: true, session_version: 0 });
    await applied(await users.revokeAdmin('ada'));
    expect(await accountOf('ada')).toMatchObject({ is_admin: false, session_version: 1, revision: 2 });
  });

  it('PasswordChanged ends the sessions; requesting and using a temporary password does not', async ({
    users,
    start,
    applied,
    accountOf,
    contents,
    store,
  }) => {
    start(accountsProjection);
    await users.register('ada');
    await users.write({ type: 'PasswordResetRequested', data: { userId: 'ada', resetId: 'reset-1' } });
    await users.write({
      type: 'TemporaryPasswordIssued',
      data: {
        userId: 'ada',
        resetId: 'reset-1',
        temporaryPasswordHash: 'sample',
        expiresAt: '2026-01-02T01:00:00.000Z',
      },
    });
    await applied(
      await users.write({ type: 'TemporaryPasswordUsed', data: { userId: 'ada', resetId: 'reset-1' } }),
    );
    expect(await accountOf('ada')).toMatchObject({ session_version: 0, revision: 3 });
    await applied(await users.changePassword('ada'));
    expect(await accountOf('ada')).toMatchObject({ session_version: 1, revision: 4 });
    const { account_event: events } = await contents();
    expect(events.map((row) => row.type)).toEqual(store.log.map((event) => event.type));
    expect(JSON.stringify(events)).not.toMatch(/argon2|sample/);
  });

  it('UserForgotten: nothing of this account is left but the id', async ({
    users,
    start,
    applied,
    contents,
  }) => {
    start(accountsProjection);
    await users.register('ada');
    await users.register('ben');
    await applied(await users.grantAdmin('ada'));
    await applied(await users.forget('ada'));
    const { account, account_event: events, forgotten_account: forgotten } = await contents();
    expect([...account, ...events].map((row) => row.user_id)).toEqual(['ben', 'ben']);
    expect(forgotten).toEqual([{ user_id: 'ada' }]);
  });

  it('a deleted key empties the account, until UserForgotten removes it', async ({
    users,
    vault,
    start,
    applied,
    accountOf,
    contents,
  }) => {
    await users.register('ada');
    await users.changePassword('ada');
    await vault.forget(userSubject({ userId: 'ada' }));
    start(accountsProjection);
    await applied(await users.register('ben'));
    expect(await accountOf('ada')).toMatchObject({ email: null, username: null, full_name: null });
    await applied(await users.forget('ada'));
    expect((await contents()).account.map((row) => row.user_id)).toEqual(['ben']);
  });

  it('RegistrationAbandoned: no account', async ({ users, start, applied, contents }) => {
    start(accountsProjection);
    await applied(await users.write({ type: 'RegistrationAbandoned', data: { userId: 'ada' } }));
    expect(await contents()).toEqual({ account: [], account_event: [], forgotten_account: [] });
  });
});

it('an address is free for another account in the same batch', async ({
  users,
  start,
  applied,
  contents,
}) => {
  await users.register('ada', { email: 'same@example.org' });
  await users.forget('ada');
  const position = await users.register('ben', { email: 'same@example.org' });
  start(accountsProjection);
  await applied(position);
  expect((await contents()).account.map((row) => row.user_id)).toEqual(['ben']);
});

it('notifies of the position alone, without topics', async ({ users, start, applied, heard, schema }) => {
  start(accountsProjection);
  await applied(await users.register('ada'));
  const position = await users.forget('ada');
  await until(() => expect(heard).toContainEqual({ projection: schema, position, topics: [] }));
  expect(heard.flatMap(({ topics }) => topics)).toEqual([]);
});

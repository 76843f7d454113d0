import { userSubject } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { accountsProjection } from './accounts.projection.ts';

const firstMinute = new Date('2026-01-01T00:00:00.000Z');

it('the projection follows an account from UserRegistered to UserForgotten, without secrets', async ({
  log,
  model,
}) => {
  const { users } = log;
  model.start(accountsProjection);
  const position = await users.register('ada');
  await model.applied(position);
  expect(await model.contents()).toEqual({
    account: [
      {
        user_id: 'ada',
        revision: 0,
        email: 'ada@example.org',
        email_hash: 'hash of ada',
        username: 'ada',
        full_name: 'Writer ada',
        roles: [],
        created_at: firstMinute,
        session_version: 0,
        consent: null,
        guardian_asked_at: null,
        guardian_email: null,
      },
    ],
    account_event: [
      {
        user_id: 'ada',
        revision: 0,
        type: 'UserRegistered',
        at: firstMinute,
        request_id: 'request-1',
        position,
      },
    ],
    forgotten_account: [],
  });

  const role = { userId: 'ada', role: 'reviewer' } as const;
  const data = { userId: 'ada', resetId: 'reset-1' };
  const issued = { temporaryPasswordHash: 'sample', expiresAt: '2026-01-02T01:00:00.000Z' };
  const steps = [
    [() => users.grantAdmin('ada'), { roles: ['admin'], session_version: 0 }],
    // Ends the sessions, like a password change.
    [() => users.revokeAdmin('ada'), { roles: [], session_version: 1 }],
    [() => users.write({ type: 'RoleGranted', data: role }), { roles: ['reviewer'], session_version: 1 }],
    [() => users.grantAdmin('ada'), { roles: ['admin', 'reviewer'], session_version: 1 }],
    [() => users.write({ type: 'RoleRevoked', data: role }), { roles: ['admin'], session_version: 2 }],
    [() => users.write({ type: 'PasswordResetRequested', data }), { session_version: 2 }],
    [
      () => users.write({ type: 'TemporaryPasswordIssued', data: { ...data, ...issued } }),
      { session_version: 2 },
    ],
    [() => users.write({ type: 'TemporaryPasswordUsed', data }), { session_version: 2 }],
    [() => users.changePassword('ada'), { session_version: 3, roles: ['admin'] }],
  ] as const;
  for (const [index, [write, expected]] of steps.entries()) {
    await model.applied(await write());
    expect((await model.contents()).account).toMatchObject([{ ...expected, revision: index + 1 }]);
  }
  const { account_event: events } = await model.contents();
  expect(events.map((row) => row.type)).toEqual(log.store.log.map((event) => event.type));
  expect(JSON.stringify(events)).not.toMatch(/argon2|sample/);

  await users.register('ben');
  await model.applied(await users.forget('ada'));
  const { account, account_event: left, forgotten_account: forgotten } = await model.contents();
  expect([...account, ...left].map((row) => row.user_id)).toEqual(['ben', 'ben']);
  expect(forgotten).toEqual([{ user_id: 'ada' }]);
});

it('a deleted key empties the account, until UserForgotten removes it', async ({ log, model }) => {
  await log.users.register('ada');
  await log.users.changePassword('ada');
  await log.vault.forget(userSubject({ userId: 'ada' }));
  model.start(accountsProjection);
  await model.applied(await log.users.register('ben'));
  const ada = { user_id: 'ada', email: null, username: null, full_name: null };
  expect((await model.contents()).account).toMatchObject([ada, { user_id: 'ben' }]);
  await model.applied(await log.users.forget('ada'));
  expect((await model.contents()).account).toMatchObject([{ user_id: 'ben' }]);
});

it('an account has its guardian’s answer, and the guardian’s address only while it is needed', async ({
  log,
  model,
}) => {
  const { users } = log;
  const data = { userId: 'ada', guardianId: 'one' };
  const guardian_email = 'guardian-of-ada@example.org';
  model.start(accountsProjection);
  await users.register('ada');
  for (const [write, expected] of [
    [() => users.askGuardian('ada', 'one', firstMinute), { consent: 'asked', guardian_email }],
    [
      () => users.write({ type: 'GuardianRequestEnded', data }),
      { consent: 'unanswered', guardian_email: null },
    ],
    [() => users.askGuardian('ada', 'one', firstMinute), { consent: 'asked', guardian_email }],
    [() => users.write({ type: 'GuardianConsented', data }), { consent: 'given', guardian_email }],
    [() => users.write({ type: 'ConsentWithdrawn', data }), { consent: 'withdrawn', guardian_email: null }],
    [() => users.askGuardian('ada', 'one', firstMinute), { consent: 'asked', guardian_email }],
    [() => users.write({ type: 'GuardianDeclined', data }), { consent: 'declined', guardian_email: null }],
  ] as const) {
    await model.applied(await write());
    const [row] = (await model.contents()).account;
    expect(row).toMatchObject({ ...expected, guardian_asked_at: firstMinute });
  }
});

it('an abandoned registration has no account, and an address can be reused within a batch', async ({
  log,
  model,
}) => {
  await log.users.write({ type: 'RegistrationAbandoned', data: { userId: 'cara' } });
  await log.users.register('ada', { email: 'same@example.org' });
  await log.users.forget('ada');
  const position = await log.users.register('ben', { email: 'same@example.org' });
  model.start(accountsProjection);
  await model.applied(position);
  const { account, account_event: events } = await model.contents();
  expect([...account, ...events].map((row) => row.user_id)).toEqual(['ben', 'ben']);
});

it('notifications contain the position and no topics', async ({ log, model }) => {
  const heard = await model.listen();
  model.start(accountsProjection);
  await model.applied(await log.users.register('ada'));
  const position = await log.users.forget('ada');
  await until(() => expect(heard).toContainEqual({ projection: model.schema, position, topics: [] }));
  expect(heard.flatMap(({ topics }) => topics)).toEqual([]);
});

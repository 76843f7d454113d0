import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { userSubject } from '@journal/events';
import { listen } from '@journal/postgres';
import { changesChannel, decodeChange, readCheckpoint } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginEpoch } from '../../engine/checkpoint.ts';
import { writeStep } from '../../engine/step.ts';
import { createRunners, untilApplied } from '../../testing/article-runner.ts';
import { until } from '../../testing/until.ts';
import { createUserLog, type UserLog } from '../../testing/user-log.ts';
import { accountsProjection } from './accounts.projection.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let users: UserLog;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;

function setUp() {
  schema = `accounts_${++schemas}`;
  store = createMemoryEventStore();
  users = createUserLog(store);
  runners = createRunners(database.url, store, users);
}
beforeEach(setUp);
afterEach(() => runners.stop());

const follow = (name: string) => runners.start(name, { projection: accountsProjection });
const applied = (position: string) => untilApplied(pool, schema, position);
async function contentsOf(name: string) {
  const account = await pool.query(`select * from ${name}.account order by user_id`);
  const events = await pool.query(`select * from ${name}.account_event order by user_id, revision`);
  const forgotten = await pool.query(`select user_id from ${name}.forgotten_account order by user_id`);
  return { accounts: account.rows, events: events.rows, forgotten: forgotten.rows };
}
const accountOf = async (userId: string) =>
  (await contentsOf(schema)).accounts.find((row) => row.user_id === userId);

describe('events become rows', () => {
  it('registered: the account, and that it began', async () => {
    follow(schema);
    const position = await users.register('ada');
    await applied(position);
    expect(await contentsOf(schema)).toEqual({
      accounts: [
        {
          user_id: 'ada',
          revision: 0,
          email: 'ada@example.org',
          email_hash: 'hash of ada',
          username: 'ada',
          full_name: 'Writer ada',
          is_admin: false,
          created_at: new Date('2026-01-02T00:00:00.000Z'),
          session_version: 0,
        },
      ],
      events: [
        {
          user_id: 'ada',
          revision: 0,
          type: 'UserRegistered',
          at: new Date('2026-01-02T00:00:00.000Z'),
          request_id: 'request-2',
          position,
        },
      ],
      forgotten: [],
    });
  });

  it('an administrator is one until the right is taken, which ends the sessions', async () => {
    follow(schema);
    await users.register('ada');
    await applied(await users.grantAdmin('ada'));
    expect(await accountOf('ada')).toMatchObject({ is_admin: true, session_version: 0 });
    await applied(await users.revokeAdmin('ada'));
    expect(await accountOf('ada')).toMatchObject({ is_admin: false, session_version: 1, revision: 2 });
  });

  it('a changed password ends the sessions; asking for a temporary one and using it does not', async () => {
    follow(schema);
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
    const { events } = await contentsOf(schema);
    expect(events.map((row) => row.type)).toEqual(store.log.map((event) => event.type));
    expect(JSON.stringify(events)).not.toMatch(/argon2|sample/);
  });

  it('forgotten: nothing is left but the id, of them alone', async () => {
    follow(schema);
    await users.register('ada');
    await users.register('ben');
    await applied(await users.grantAdmin('ada'));
    await applied(await users.forget('ada'));
    const { accounts, events, forgotten } = await contentsOf(schema);
    expect([...accounts, ...events].map((row) => row.user_id)).toEqual(['ben', 'ben']);
    expect(forgotten).toEqual([{ user_id: 'ada' }]);
  });

  it('a key that is gone makes nobody of the account, until it is said to be forgotten', async () => {
    await users.register('ada');
    await users.changePassword('ada');
    await users.vault.forget(userSubject({ userId: 'ada' }));
    follow(schema);
    await applied(await users.register('ben'));
    expect(await accountOf('ada')).toMatchObject({ email: null, username: null, full_name: null });
    await applied(await users.forget('ada'));
    expect((await contentsOf(schema)).accounts.map((row) => row.user_id)).toEqual(['ben']);
  });

  it('an abandoned registration is no account', async () => {
    follow(schema);
    await applied(await users.write({ type: 'RegistrationAbandoned', data: { userId: 'ada' } }));
    expect(await contentsOf(schema)).toEqual({ accounts: [], events: [], forgotten: [] });
  });
});

it('an address is free for another account in the same batch', async () => {
  await users.register('ada', { email: 'same@example.org' });
  await users.forget('ada');
  const position = await users.register('ben', { email: 'same@example.org' });
  follow(schema);
  await applied(position);
  expect((await contentsOf(schema)).accounts.map((row) => row.user_id)).toEqual(['ben']);
});

it('twice is once', async () => {
  follow(schema);
  await users.register('ada');
  await users.register('ben');
  await users.changePassword('ben');
  await applied(await users.forget('ada'));
  await runners.stop();
  const before = await contentsOf(schema);
  const position = (await readCheckpoint(pool, schema))?.position ?? '';
  const { epoch } = await beginEpoch(pool, schema, accountsProjection.model);
  const again = (await users.codec.open(store.log)) as never[];
  const step = { from: position, to: `${position}+`, applied: 4, caughtUp: true };
  await writeStep({ pool, schema, epoch }, step, accountsProjection.prepare(again));
  expect(await contentsOf(schema)).toEqual(before);
});

it('tells nobody who', async () => {
  const heard: unknown[] = [];
  const listening = Promise.withResolvers<void>();
  const listener = listen({
    url: database.url,
    applicationName: 'spec',
    channels: [changesChannel],
    onListening: listening.resolve,
    onNotification: (_channel, payload) => heard.push(decodeChange(payload)),
  });
  await listening.promise;
  follow(schema);
  await applied(await users.register('ada'));
  const position = await users.forget('ada');
  await until(() => expect(heard).toContainEqual({ projection: schema, position, topics: [] }));
  expect(JSON.stringify(heard)).not.toContain('article');
  await listener.close();
});

const step = fc.record({
  user: fc.nat(3),
  what: fc.constantFrom('changePassword', 'grantAdmin', 'revokeAdmin', 'forget', 'let it be applied'),
});

it('a rebuilt model equals the one that followed, whatever the history and the batches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      setUp();
      follow(schema);
      const known = new Set<string>();
      const gone = new Set<string>();
      let last = await users.register('somebody');
      for (const { user, what } of steps) {
        const userId = `user-${user}`;
        if (what === 'let it be applied') await applied(last);
        else if (!known.has(userId)) {
          known.add(userId);
          last = await users.register(userId);
        } else if (!gone.has(userId)) {
          last = await users[what](userId);
          if (what === 'forget') gone.add(userId);
        }
      }
      await applied(last);
      for (const userId of gone) await users.vault.forget(userSubject({ userId }));
      const rebuilt = `re${schema}`;
      follow(rebuilt);
      await untilApplied(pool, rebuilt, last);
      const contents = await contentsOf(rebuilt);
      await runners.stop();
      expect(contents).toEqual(await contentsOf(schema));
      expect(contents.accounts).toHaveLength(1 + known.size - gone.size);
      await pool.query(`drop schema ${schema} cascade; drop schema ${rebuilt} cascade`);
    }),
    { numRuns: 20 },
  );
});

import { createPostgresEventStore, type EventStore, markAppends } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createMemoryVault, userSubject } from '@journal/events';
import { useTestDatabase } from '@journal/testing';
import { createLogKey } from '@journal/vault';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createJournalLog } from '../../testing/journal-log.ts';
import { createRunners, untilApplied } from '../../testing/projection-test.ts';
import { createLedgerProjection } from './ledger.projection.ts';
import { type LedgerHead, verifyLog } from './verify-log.ts';

let vault = createMemoryVault();
let logKey = createLogKey(vault);
const { url, pool } = useTestDatabase();

let ledgers = 0;
/** Starts a new ledger that follows a log. */
async function follow(store: EventStore) {
  const schema = `ledger_${++ledgers}`;
  const runners = createRunners(url, { store, codec: { open: async () => [] } as never });
  onTestFinished(runners.stop);
  const start = () => runners.start(createLedgerProjection(logKey), { schema });
  start();
  return {
    schema,
    users: createJournalLog(markAppends(store, logKey), vault).users,
    start,
    stop: runners.stop,
    untilWitnessed: async () => untilApplied(pool, schema, (await store.head()) ?? ''),
    /** Resolves with the result, each fault in the form `changed 3 user-c@0`: kind, position, stream, revision. */
    async verify(since?: LedgerHead) {
      const faults: string[] = [];
      const found = await verifyLog({
        store,
        pool,
        logKey,
        schema,
        onFault: ({ kind, position, stream, revision }) =>
          faults.push(`${kind} ${Number(position)} ${stream}@${revision}`),
        ...(since ? { since } : {}),
      });
      expect(found.faults).toBe(faults.length);
      return { ...found, faults };
    },
  };
}

let store: EventStore;
let log: Awaited<ReturnType<typeof follow>>;
const entry = (position: number) => `entry where position = '${String(position).padStart(19, '0')}'`;
/** Returns a statement that inserts an event directly into the log, with the mark of another event. */
const insertAt = (position: number, metadata = 'metadata') =>
  `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
   select ${position}, 1, gen_random_uuid(), stream, 'AdminGranted', data, ${metadata}
   from event_log.events where position = 1`;
const withoutMark = `(metadata::jsonb - 'mark')::json`;

/** A log of five events, all in the ledger: a, b, c and d register, and b becomes an administrator. */
beforeEach(async () => {
  vault = createMemoryVault();
  logKey = createLogKey(vault);
  await pool.query('drop schema if exists event_log cascade');
  store = await createPostgresEventStore({ url, pool });
  log = await follow(store);
  for (const user of ['a', 'b', 'c', 'd']) await log.users.register(user);
  await log.users.grantAdmin('b');
  await log.untilWitnessed();
});
afterEach(() => store.close());

it('an unchanged log has no fault, even after an erasure, and events not yet in the ledger are counted', async () => {
  const none = { faults: [], unwitnessed: 0, unmarked: 0 };
  expect(await log.verify()).toMatchObject({ ...none, events: 5 });
  await log.users.forget('b', 'remove');
  await vault.forget(userSubject({ userId: 'b' }));
  await log.untilWitnessed();
  expect(await log.verify()).toMatchObject({ ...none, events: 6 });
  await log.stop();
  await log.users.register('e');
  expect(await log.verify()).toMatchObject({ ...none, events: 7, unwitnessed: 1 });
  log.start();
  await log.untilWitnessed();
  expect(await log.verify()).toMatchObject({ ...none, events: 7 });
});

describe('verification reports', () => {
  it.for([
    ['changed data', `data = replace(data::text, 'hash of c', 'hash of x')::json`, 'changed 3 user-c@0'],
    ['a changed type', `type = 'AdminGranted'`, 'changed 3 user-c@0'],
    ['a changed stream', `stream = 'user-x'`, 'changed 3 user-x@0'],
    ['a changed revision', 'revision = 7', 'changed 3 user-c@7'],
    ['a changed actor', `metadata = replace(metadata::text, 'writer', 'admin')::json`, 'changed 3 user-c@0'],
    ['a changed time', `metadata = replace(metadata::text, '2026', '2025')::json`, 'changed 3 user-c@0'],
    ['a removed mark', `metadata = ${withoutMark}`, 'changed 3 user-c@0'],
    ['a replaced event', 'event_id = gen_random_uuid()', 'removed 3 user-c@0', 'inserted 3 user-c@0'],
  ])('%s', async ([, assignment, ...faults]) => {
    await pool.query(`update event_log.events set ${assignment} where position = 3`);
    expect((await log.verify()).faults).toEqual(faults);
  });

  it.for([
    ['the first event removed', 'delete from event_log.events where position = 1', 'removed 1 user-a@0'],
    ['an event removed', 'delete from event_log.events where position = 3', 'removed 3 user-c@0'],
    ['the last event removed', 'delete from event_log.events where position = 5', 'removed 5 user-b@1'],
    [
      'all events removed',
      'delete from event_log.events',
      ...['removed 1 user-a@0', 'removed 2 user-b@0', 'removed 3 user-c@0'],
      ...['removed 4 user-d@0', 'removed 5 user-b@1'],
    ],
    [
      'an event inserted between two others',
      `update event_log.events set position = position + 100 where position > 3;
       update event_log.events set position = position - 99 where position > 100; ${insertAt(4)}`,
      ...['removed 4 user-d@0', 'inserted 4 user-a@1', 'removed 5 user-b@1', 'inserted 5 user-d@0'],
    ],
  ])('%s', async ([, statements = '', ...faults]) => {
    await log.stop();
    await pool.query(statements);
    expect((await log.verify()).faults).toEqual(faults);
  });

  it('the last event removed although the application has appended since', async () => {
    await pool.query('delete from event_log.events where position = 5');
    const another = await createPostgresEventStore({ url, pool });
    await createJournalLog(markAppends(another, logKey), vault).users.register('e');
    await another.close();
    expect((await log.verify()).faults).toEqual(['removed 5 user-b@1', 'inserted 5 user-e@0']);
  });

  it('an event inserted into a gap between positions, as logs of KurrentDB have them', async () => {
    await pool.query('update event_log.events set position = position + 10 where position > 3');
    const gaps = await follow(store);
    await gaps.untilWitnessed();
    expect((await gaps.verify()).faults).toEqual([]);
    await pool.query(insertAt(7));
    expect((await gaps.verify()).faults).toEqual(['inserted 7 user-a@1']);
  });

  it('events of another program as not ours, and the ledger continues', async () => {
    for (const [position, type, data, metadata] of [
      [6, 'AdminGranted', '{}', 'null'],
      [7, 'SomethingElse', '"AP8B"', '"/wA="'],
      [8, 'UserRegistered', '[]', '{"$correlationId":"theirs"}'],
    ])
      await pool.query(
        `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
         values ($1, $1, gen_random_uuid(), 'theirs', $2, $3, $4)`,
        [position, type, data, metadata],
      );
    const faults = ['not-ours 6 theirs@6', 'not-ours 7 theirs@7', 'not-ours 8 theirs@8'];
    await log.untilWitnessed();
    expect((await log.verify()).faults).toEqual(faults);
    await log.users.register('e');
    await log.untilWitnessed();
    expect(await log.verify()).toMatchObject({ faults, events: 9, unmarked: 0 });
    await pool.query(`update event_log.events set data = '{"changed":1}' where position = 7`);
    expect((await log.verify()).faults).toEqual(faults.with(1, 'changed 7 theirs@7'));
  });

  it.for([true, false])('an event inserted at the end (a worker follows: %s)', async (isFollowed) => {
    if (!isFollowed) await log.stop();
    await pool.query(insertAt(6));
    if (isFollowed) await log.untilWitnessed();
    expect((await log.verify()).faults).toEqual(['not-ours 6 user-a@1']);
  });

  it.for([
    ['a lost ledger entry', 2, 'inserted 2 user-b@0', 'ledger-changed 3 user-c@0'],
    ['a lost last ledger entry', 5, 'inserted 5 user-b@1'],
  ] as const)('%s', async ([, position, ...faults]) => {
    await pool.query(`delete from ${log.schema}.${entry(position)}`);
    expect((await log.verify()).faults).toEqual(faults);
  });

  it('an event changed together with its ledger entry', async () => {
    await pool.query(
      `update event_log.events set data = replace(data::text, 'hash of c', 'x')::json where position = 3`,
    );
    const other = await follow(store);
    await other.untilWitnessed();
    await pool.query(
      `update ${log.schema}.entry set digest = other.digest from ${other.schema}.entry as other
       where entry.position = other.position and entry.event_id = other.event_id and other.revision = 0
         and other.stream = 'user-c'`,
    );
    expect((await log.verify()).faults).toEqual(['ledger-changed 3 user-c@0', 'not-ours 3 user-c@0']);
  });
});

describe('verification since a stored ledger head', () => {
  it('covers later events only', async () => {
    const { head } = await log.verify();
    await log.users.revokeAdmin('b');
    await log.untilWitnessed();
    await pool.query('delete from event_log.events where position = 2');
    expect(await log.verify(head)).toMatchObject({ events: 1, faults: [] });
    await pool.query('delete from event_log.events where position = 6');
    expect((await log.verify(head)).faults).toEqual(['removed 6 user-b@2']);
  });

  it('reports an event without a mark even if no marked event precedes it', async () => {
    const { head } = await log.verify();
    await pool.query(insertAt(6, withoutMark));
    await log.untilWitnessed();
    expect(await log.verify(head)).toMatchObject({ faults: ['not-ours 6 user-a@1'], unmarked: 0 });
  });

  it('reports a ledger that was rewritten without that head', async () => {
    const { head } = await log.verify();
    await log.stop();
    await pool.query(`drop schema ${log.schema} cascade`);
    await pool.query('delete from projections.checkpoint where schema_name = $1', [log.schema]);
    await pool.query('delete from event_log.events where position = 5');
    log.start();
    await log.untilWitnessed();
    expect((await log.verify()).faults).toEqual([]);
    expect((await log.verify(head)).faults).toEqual(['ledger-changed 5 @0']);
  });
});

it('events that are older than marks are counted as unmarked, unless another program wrote them', async () => {
  await pool.query(`update event_log.events set metadata = ${withoutMark} where position < 4`);
  await pool.query(`update event_log.events set metadata = '{}' where position = 2`);
  const older = await follow(store);
  await older.untilWitnessed();
  expect(await older.verify()).toMatchObject({ events: 5, faults: ['not-ours 2 user-b@0'], unmarked: 2 });
});

it('verification also finds faults in an in-memory log', async () => {
  const memory = createMemoryEventStore();
  const other = await follow(memory);
  for (const user of ['a', 'b']) await other.users.register(user);
  await other.untilWitnessed();
  expect(await other.verify()).toMatchObject({ events: 2, faults: [] });
  Object.assign(memory.log[1] ?? {}, { type: 'AdminGranted' });
  expect((await other.verify()).faults).toEqual(['changed 2 user-b@0']);
});

it('verification ends if the log falls silent before its end', async () => {
  const silent = { ...store, head: () => store.head(), subscribe: stall };
  async function* stall({ signal }: { signal?: AbortSignal } = {}) {
    for await (const batch of store.subscribe(signal ? { signal } : {})) yield { ...batch, position: '' };
  }
  const options = { store: silent, pool, logKey, schema: log.schema, onFault: () => {}, patience: 300 };
  await expect(verifyLog(options)).rejects.toMatchObject({ name: 'StoreUnavailable' });
});

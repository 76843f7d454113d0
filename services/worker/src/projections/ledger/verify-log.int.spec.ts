import { randomUUID } from 'node:crypto';
import { createPostgresEventStore, type EventStore, markAppends } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createMemoryVault, userSubject } from '@journal/events';
import { useTestDatabase } from '@journal/testing';
import { createLogKey } from '@journal/vault';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalLog } from '../../testing/journal-log.ts';
import { createRunners, untilApplied } from '../../testing/projection-test.ts';
import { createLedgerProjection } from './ledger.projection.ts';
import { type LedgerHead, type LogFault, verifyLog } from './verify-log.ts';

let vault = createMemoryVault();
let logKey = createLogKey(vault);
const database = useTestDatabase();
const { pool } = database;

let ledgers = 0;
/** A log with a ledger of its own. */
async function follow(store: EventStore) {
  const schema = `ledger_${++ledgers}`;
  const runners = createRunners(database.url, { store, codec: { open: async () => [] } as never });
  const start = () => runners.start(createLedgerProjection(logKey), { schema });
  const write = createJournalLog(markAppends(store, logKey), vault).users;
  start();
  return {
    schema,
    write,
    start,
    stop: runners.stop,
    untilWitnessed: async () => untilApplied(pool, schema, (await store.head()) ?? ''),
    async verify(since?: LedgerHead) {
      const faults: LogFault[] = [];
      const found = await verifyLog({
        store,
        pool,
        logKey,
        schema,
        onFault: (fault) => faults.push(fault),
        ...(since ? { since } : {}),
      });
      expect(found.faults).toBe(faults.length);
      return { ...found, faults };
    },
  };
}
type Followed = Awaited<ReturnType<typeof follow>>;

let store: EventStore;
let log: Followed;
const place = (position: number) => String(position).padStart(19, '0');
const change = (text: string, values: unknown[] = []) => pool.query(text, values);

beforeEach(async () => {
  vault = createMemoryVault();
  logKey = createLogKey(vault);
  await change('drop schema if exists event_log cascade');
  store = await createPostgresEventStore({ url: database.url, pool });
  log = await follow(store);
  for (const user of ['a', 'b', 'c', 'd']) await log.write.register(user);
  await log.write.grantAdmin('b');
  await log.untilWitnessed();
});
afterEach(async () => {
  await log.stop();
  await store.close();
});

it('finds nothing in a log that nobody has touched', async () => {
  expect(await log.verify()).toMatchObject({ events: 5, faults: [], unwitnessed: 0, unmarked: 0 });
});

it('still finds nothing when somebody has been forgotten', async () => {
  await log.write.forget('b', 'remove');
  await vault.forget(userSubject({ userId: 'b' }));
  await log.untilWitnessed();
  expect(await log.verify()).toMatchObject({ events: 6, faults: [] });
});

it('counts what no worker has seen yet', async () => {
  await log.stop();
  await log.write.revokeAdmin('b');
  expect(await log.verify()).toMatchObject({ events: 6, faults: [], unwitnessed: 1 });
  log.start();
  await log.untilWitnessed();
  expect(await log.verify()).toMatchObject({ events: 6, faults: [], unwitnessed: 0 });
});

describe('behind the application’s back', () => {
  it.each([
    ['what an event says', `data = replace(data::text, 'hash of c', 'hash of x')::json`],
    ['its type', `type = 'AdminGranted'`],
    ['its stream', `stream = 'user-x'`],
    ['its place in its stream', 'revision = 7'],
    ['who did it', `metadata = replace(metadata::text, 'writer', 'admin')::json`],
    ['when it was', `metadata = replace(metadata::text, '2026', '2025')::json`],
    ['its mark', `metadata = (metadata::jsonb - 'mark')::json`],
  ])('%s was changed', async (_what, assignment) => {
    await change(`update event_log.events set ${assignment} where position = 3`);
    const { faults } = await log.verify();
    expect(faults).toMatchObject([{ kind: 'changed', position: place(3) }]);
  });

  it('an event was changed for another', async () => {
    await change('update event_log.events set event_id = $1 where position = 3', [randomUUID()]);
    expect((await log.verify()).faults).toEqual([
      { kind: 'removed', position: place(3), stream: 'user-c', revision: 0 },
      { kind: 'inserted', position: place(3), stream: 'user-c', revision: 0 },
    ]);
  });

  it.each([
    [1, 'user-a'],
    [3, 'user-c'],
    [5, 'user-b'],
  ])('event %i was removed', async (position, stream) => {
    await change('delete from event_log.events where position = $1', [position]);
    expect((await log.verify()).faults).toEqual([
      { kind: 'removed', position: place(position), stream, revision: position === 5 ? 1 : 0 },
    ]);
  });

  it('the last event was removed, and the application wrote on', async () => {
    await change('delete from event_log.events where position = 5');
    const another = await createPostgresEventStore({ url: database.url, pool });
    await createJournalLog(markAppends(another, logKey), vault).users.register('e');
    await another.close();
    expect((await log.verify()).faults).toEqual([
      { kind: 'removed', position: place(5), stream: 'user-b', revision: 1 },
      { kind: 'inserted', position: place(5), stream: 'user-e', revision: 0 },
    ]);
  });

  it('everything was removed', async () => {
    await change('delete from event_log.events');
    expect((await log.verify()).faults.map(({ kind }) => kind)).toEqual(Array(5).fill('removed'));
  });

  it('an event was inserted between two others', async () => {
    await change('update event_log.events set position = position + 100 where position > 3');
    await change('update event_log.events set position = position - 99 where position > 100');
    await change(
      `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
       select 4, 1, $1, stream, 'AdminGranted', data, metadata from event_log.events where position = 1`,
      [randomUUID()],
    );
    const { faults } = await log.verify();
    expect(faults[1]).toEqual({ kind: 'inserted', position: place(4), stream: 'user-a', revision: 1 });
  });

  it('an event was inserted where there was a gap', async () => {
    await change('update event_log.events set position = position + 10 where position > 3');
    // The ledger of a log that has gaps, as KurrentDB's have.
    const gaps = await follow(store);
    await gaps.untilWitnessed();
    expect((await gaps.verify()).faults).toEqual([]);
    await change(
      `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
       select 7, 1, $1, stream, 'AdminGranted', data, metadata from event_log.events where position = 1`,
      [randomUUID()],
    );
    expect((await gaps.verify()).faults).toEqual([
      { kind: 'inserted', position: place(7), stream: 'user-a', revision: 1 },
    ]);
    await gaps.stop();
  });

  it.each([
    ['while a worker watches', true],
    ['while none does', false],
  ])('an event was inserted at the end %s', async (_when, isWatching) => {
    if (!isWatching) await log.stop();
    await change(
      `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
       select 6, 1, $1, stream, 'AdminGranted', data, metadata from event_log.events where position = 1`,
      [randomUUID()],
    );
    if (isWatching) await log.untilWitnessed();
    expect((await log.verify()).faults).toEqual([
      { kind: 'not-ours', position: place(6), stream: 'user-a', revision: 1 },
    ]);
  });
});

describe('the ledger itself', () => {
  it('was changed together with an event', async () => {
    await change(
      `update event_log.events set data = replace(data::text, 'hash of c', 'x')::json where position = 3`,
    );
    const other = await follow(store);
    await other.untilWitnessed();
    await change(
      `update ${log.schema}.entry set digest = other.digest from ${other.schema}.entry as other
       where entry.position = $1 and other.position = $1`,
      [place(3)],
    );
    expect((await log.verify()).faults).toMatchObject([
      { kind: 'ledger-changed', position: place(3) },
      { kind: 'not-ours', position: place(3) },
    ]);
    await other.stop();
  });

  it('lost an entry', async () => {
    await change(`delete from ${log.schema}.entry where position = $1`, [place(2)]);
    expect((await log.verify()).faults).toEqual([
      { kind: 'inserted', position: place(2), stream: 'user-b', revision: 0 },
      { kind: 'ledger-changed', position: place(3), stream: 'user-c', revision: 0 },
    ]);
  });

  it('lost its last entry', async () => {
    await change(`delete from ${log.schema}.entry where position = $1`, [place(5)]);
    expect((await log.verify()).faults).toMatchObject([{ kind: 'inserted', position: place(5) }]);
  });
});

describe('since a head that was kept', () => {
  it('only what came later is looked at', async () => {
    const { head } = await log.verify();
    await log.write.revokeAdmin('b');
    await log.untilWitnessed();
    await change('delete from event_log.events where position = 2');
    expect(await log.verify(head)).toMatchObject({ events: 1, faults: [] });
    await change('delete from event_log.events where position = 6');
    expect((await log.verify(head)).faults).toMatchObject([{ kind: 'removed', position: place(6) }]);
  });

  it('an event without a mark is told although none with one comes before it', async () => {
    const { head } = await log.verify();
    await change(
      `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
       select 6, 1, $1, stream, 'AdminGranted', data, (metadata::jsonb - 'mark')::json
       from event_log.events where position = 1`,
      [randomUUID()],
    );
    await log.untilWitnessed();
    expect(await log.verify(head)).toMatchObject({
      faults: [{ kind: 'not-ours', position: place(6), stream: 'user-a', revision: 1 }],
      unmarked: 0,
    });
  });

  it('a ledger that was written anew does not have it', async () => {
    const { head } = await log.verify();
    await log.stop();
    await change(`drop schema ${log.schema} cascade`);
    await change('delete from projections.checkpoint where schema_name = $1', [log.schema]);
    await change('delete from event_log.events where position = 5');
    log.start();
    await log.untilWitnessed();
    expect((await log.verify()).faults).toEqual([]);
    expect((await log.verify(head)).faults).toMatchObject([{ kind: 'ledger-changed', position: place(5) }]);
  });
});

it('tells events apart that are older than marks', async () => {
  await change(`update event_log.events set metadata = (metadata::jsonb - 'mark')::json where position < 3`);
  const older = await follow(store);
  await older.untilWitnessed();
  expect(await older.verify()).toMatchObject({ events: 5, faults: [], unmarked: 2 });
  await older.stop();
});

it('works on any other store', async () => {
  const memory = createMemoryEventStore();
  const other = await follow(memory);
  for (const user of ['a', 'b']) await other.write.register(user);
  await other.untilWitnessed();
  expect(await other.verify()).toMatchObject({ events: 2, faults: [] });
  const [, second] = memory.log;
  Object.assign(second ?? {}, { type: 'AdminGranted' });
  expect((await other.verify()).faults).toMatchObject([{ kind: 'changed', stream: 'user-b', revision: 0 }]);
  await other.stop();
});

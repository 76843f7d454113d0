import { until, useTestDatabase } from '@journal/testing';
import type pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { collect, collectEvents, readAll, sampleEvent, sampleEvents, uniqueName } from '../contract/log.ts';
import type { EventStore } from '../event-store.port.ts';
import { nameLog } from './log-schema.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';
import { beforeAll as beginning, createReadPage, shareReads } from './read-log.ts';

const database = useTestDatabase();
const { pool } = database;
let store: EventStore;
let schema: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  schema = `log_${count}`;
  store = await createPostgresEventStore({ url: database.url, schema, pool, applicationName: schema });
  return () => store.close();
});

const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await pool.query<Row>(text, values)).rows;

describe('an empty log', () => {
  it('has no head, and a subscription catches up before the first position', async () => {
    expect(await store.head()).toBeUndefined();
    const { batches } = await collect(store, {}, () => true);
    expect(batches).toEqual([{ events: [], position: beginning, caughtUp: true }]);
  });

  it('reports once to a subscription that it has caught up, and then yields only events', async () => {
    for (const options of [{}, { types: ['Opened'] }]) {
      const after = (await store.head()) ?? beginning;
      const { batches } = await collect(store, { ...options, after }, ({ batches: all, events }) => {
        if (all.length === 1) void store.append(uniqueName('stream'), [sampleEvent('Opened')], 'none');
        return events.length > 0;
      });
      expect(batches.map(({ events, caughtUp }) => [events.length, caughtUp])).toEqual([
        [0, true],
        [1, true],
      ]);
    }
  });
});

describe('positions', () => {
  it('have no gaps, even after conflicts, repeats and rejected batches of two stores', async () => {
    const other = await createPostgresEventStore({ url: database.url, schema, pool });
    const event = sampleEvent('Opened');
    await store.append('stream', [event], 'none');
    await Promise.allSettled([
      store.append('stream', [sampleEvent('Edited')], 7),
      other.append('stream', [event], 'none'),
      store.append('another', [event], 'none'),
      other.append('third', sampleEvents(3, 'Opened'), 'none'),
    ]);
    for (let turn = 0; turn < 6; turn += 1)
      await (turn % 2 ? store : other).append('stream', [sampleEvent('Edited')], 'any');
    const positions = await rows<{ position: string }>(
      `select position from ${schema}.events order by position`,
    );
    expect(positions.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
    await other.close();
  });
});

describe('concurrent appends', () => {
  const commits = async () =>
    (await rows<{ n: number }>(`select count(distinct xmin::text)::int as n from ${schema}.events`))[0]?.n;

  it('share a commit', async () => {
    await store.append('first', [sampleEvent('Opened')], 'none');
    await Promise.all(
      Array.from({ length: 100 }, () => store.append(uniqueName('stream'), [sampleEvent('Opened')], 'none')),
    );
    expect(await commits()).toBe(2);
  });

  it('share a commit on one stream if they expect any revision, and each returns its own result', async () => {
    const [known, elsewhere] = sampleEvents(2, 'Opened');
    if (!known || !elsewhere) expect.fail();
    const first = await store.append('stream', [known], 'none');
    await store.append('other', [elsewhere], 'none');
    const events = sampleEvents(60, 'Claimed');
    // The first append is committed immediately, the others while that commit is in progress.
    const results = await Promise.all(
      events.map((event, index) =>
        store.append('stream', index % 3 ? [event] : [event, sampleEvent('Claimed')], 'any'),
      ),
    );
    expect(await commits()).toBeLessThan(6);
    const read = await readAll(store.read('stream'));
    for (const [index, result] of results.entries()) {
      const own = events[index]?.id;
      const last = read[read.findIndex(({ id }) => id === own) + (index % 3 ? 0 : 1)];
      expect(result).toEqual({ revision: last?.revision, position: last?.position, repeated: false });
    }
    expect(read.filter(({ id }) => events.some((event) => event.id === id)).map(({ id }) => id)).toEqual(
      events.map(({ id }) => id),
    );
    const mixed = [sampleEvent('Claimed'), known, elsewhere, sampleEvent('Claimed')];
    const [one, again, refused, last] = await Promise.allSettled(
      mixed.map((event) => store.append('stream', [event], 'any')),
    );
    expect([one?.status, last?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(again).toMatchObject({ value: { ...first, repeated: true } });
    expect(refused).toMatchObject({ reason: { name: 'InvalidRequest' } });
    expect(await readAll(store.read('stream'))).toHaveLength(read.length + 2);
  });

  it('are limited in events and bytes per commit', async () => {
    const many = Array.from({ length: 3 }, () =>
      store.append(uniqueName('stream'), sampleEvents(400, 'Opened'), 'none'),
    );
    await Promise.all(many);
    expect(await commits()).toBe(2);
    const text = 'x'.repeat(1_500_000);
    const large = Array.from({ length: 4 }, () =>
      store.append(uniqueName('stream'), [sampleEvent('Opened', { text })], 'none'),
    );
    await Promise.all(large);
    expect(await commits()).toBe(4);
  });

  it('may each exceed the size of a batch', async () => {
    const events = sampleEvents(2_500, 'Opened');
    expect(await store.append('stream', events, 'none')).toMatchObject({ revision: 2_499 });
    expect(await commits()).toBe(1);
  });
});

describe('closing', () => {
  it('waits for pending appends, and may be repeated', async () => {
    const other = await createPostgresEventStore({ url: database.url, schema });
    const appends = Array.from({ length: 20 }, () => other.append('stream', [sampleEvent('Opened')], 'any'));
    await Promise.all([other.close(), other.close()]);
    const settled = await Promise.allSettled(appends);
    expect(settled.map(({ status }) => status)).toEqual(appends.map(() => 'fulfilled'));
    expect(await readAll(store.read('stream'))).toHaveLength(20);
  });

  it('leaves no connection open', async () => {
    const applicationName = 'leaves none';
    const other = await createPostgresEventStore({ url: database.url, schema, applicationName });
    const following = collect(other, {}, () => false);
    await other.append('stream', [sampleEvent('Opened')], 'none');
    await other.close();
    await following;
    await until(async () =>
      expect(
        await rows('select 1 from pg_stat_activity where application_name like $1', ['leaves none%']),
      ).toEqual([]),
    );
  });
});

describe('a subscription', () => {
  const listeners = () =>
    rows('select pid from pg_stat_activity where application_name = $1', [`${schema} listener`]);

  it('shares its LISTEN connection, which closes with the last subscription', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const follow = async (signal: AbortSignal) => {
      for await (const _ of store.subscribe({ signal }));
    };
    const following = [follow(one.signal), follow(two.signal)];
    await until(async () => expect(await listeners()).toHaveLength(1));
    one.abort();
    await following[0];
    expect(await listeners()).toHaveLength(1);
    two.abort();
    await following[1];
    await until(async () => expect(await listeners()).toEqual([]));
  });

  it('releases its connection when aborted, even while its consumer is busy', async () => {
    const stop = new AbortController();
    await store.append('stream', sampleEvents(5, 'Opened'), 'none');
    const batches = store.subscribe({ signal: stop.signal, batchSize: 1 })[Symbol.asyncIterator]();
    await batches.next();
    await until(async () => expect(await listeners()).toHaveLength(1));
    stop.abort();
    await until(async () => expect(await listeners()).toEqual([]));
    expect(await batches.next()).toEqual({ done: true, value: undefined });
  });

  it('reads smaller pages of large events', async () => {
    const text = 'x'.repeat(500_000);
    for (let turn = 0; turn < 5; turn += 1)
      await store.append(
        'stream',
        Array.from({ length: 10 }, () => sampleEvent('Written', { text })),
        'any',
      );
    const { batches } = await collect(store, { batchSize: 20 }, ({ events }) => events.length === 50);
    const sizes = batches.map(({ events }) => events.length);
    expect(sizes[0]).toBe(20);
    expect(Math.max(...sizes.slice(2))).toBeLessThan(20);
  });

  /** Follows the log through another store, like another process. */
  async function follow(poll: number, applicationName: string) {
    const other = await createPostgresEventStore({ url: database.url, schema, pool, applicationName, poll });
    onTestFinished(other.close);
    return other.subscribe()[Symbol.asyncIterator]();
  }

  it('is notified by other processes, not only by polling', async () => {
    const batches = await follow(1_000_000, 'woken');
    expect((await batches.next()).value?.events).toEqual([]);
    const next = batches.next();
    const listening = `select 1 from pg_stat_activity where application_name = 'woken listener' and query like 'listen %'`;
    await until(async () => expect(await rows(listening)).toHaveLength(1));
    await store.append('stream', [sampleEvent('Opened')], 'none');
    expect((await next).value?.events).toHaveLength(1);
    const ahead = batches.next();
    for (let turn = 0; turn < 4; turn += 1) await store.append('stream', [sampleEvent('Edited')], 'any');
    expect((await ahead).value?.events.length).toBeGreaterThan(0);
  });

  it('polls if no notification arrives', async () => {
    const batches = await follow(20, 'polling');
    expect((await batches.next()).value?.events).toEqual([]);
    const next = batches.next();
    await pool.query(
      `insert into ${schema}.events (position, revision, event_id, stream, type, data, metadata)
       values (1, 0, gen_random_uuid(), 'stream', 'Opened', '{}', '{}')`,
    );
    expect((await next).value?.events).toHaveLength(1);
  });

  it('does not miss appends while the next page is being fetched', async () => {
    await store.append('stream', sampleEvents(1_500, 'Opened'), 'none');
    const sent = vi.spyOn(pool, 'query');
    const batches = store.subscribe()[Symbol.asyncIterator]();
    expect((await batches.next()).value?.events).toHaveLength(1_000);
    // The remaining events have been requested; once they have arrived, they don't include the event appended next.
    await Promise.all(sent.mock.results.map(({ value }) => value));
    await store.append('stream', [sampleEvent('Edited')], 1_499);
    sent.mockRestore();
    expect((await batches.next()).value?.events).toHaveLength(500);
    expect((await batches.next()).value?.events).toHaveLength(1);
    await batches.return?.();
  });

  it('shares a read at the end of the log with other subscriptions that are there', async () => {
    const read = vi.fn(createReadPage(pool, nameLog(schema)));
    const readShared = shareReads(read);
    const names = ['Opened', 'Edited'].map((type) => uniqueName(type));
    await store.append(
      'stream',
      names.map((type) => sampleEvent(type)),
      'none',
    );
    const woken = {};
    const pages = await Promise.all(
      [[names[0] ?? ''], [names[1] ?? ''], undefined].map((types) => readShared(woken, beginning, 10, types)),
    );
    expect(pages.map(({ events }) => events.map(({ type }) => type))).toEqual([
      [names[0]],
      [names[1]],
      names,
    ]);
    expect(new Set(pages.map(({ position }) => position))).toEqual(new Set([await store.head()]));
    expect(read).toHaveBeenCalledTimes(1);
    // A read sent before a notification may lack the event that the notification announces.
    await store.append('stream', [sampleEvent('Edited')], 'any');
    expect((await readShared({}, beginning, 10)).events).toHaveLength(3);
    read.mockRejectedValueOnce(new Error('away'));
    const failing = {};
    await expect(readShared(failing, beginning, 10)).rejects.toThrow('away');
    expect((await readShared(failing, beginning, 10)).events).toHaveLength(3);
    expect((await readShared({}, beginning, 2)).events).toHaveLength(2);
  });

  it('merges types in position order', async () => {
    const types = ['A', 'B', 'C'];
    const events = Array.from({ length: 90 }, (_, index) => sampleEvent(types[index % 3] ?? '', { index }));
    for (const event of events) await store.append(uniqueName('stream'), [event], 'none');
    const seen = await collectEvents(store, { types: ['C', 'A'], batchSize: 7 }, 60);
    const expected = events.filter(({ type }) => type !== 'B');
    expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });
});

import { randomInt } from 'node:crypto';
import { createPool } from '@journal/postgres';
import { createTestDatabase, type TestDatabase, until } from '@journal/testing';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { collectEvents, readAll } from '../contract/collect.ts';
import { playHistory } from '../contract/play-history.ts';
import { randomHistory } from '../contract/random-history.ts';
import { uniqueName } from '../contract/samples.ts';
import type { EventStore, RecordedEvent } from '../event-store.port.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

const seed = randomInt(2 ** 31);
const numRuns = 40;

let database: TestDatabase;
let killer: pg.Pool;
let stores: [EventStore, EventStore];

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  killer = createPool(inject('postgresUrl'), { applicationName: 'killer', max: 1 });
  const open = () => createPostgresEventStore({ url: database.url });
  stores = [await open(), await open()];
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await killer.end();
  await database.drop();
});

async function dropConnections() {
  await killer.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [new URL(database.url).pathname.slice(1)],
  );
}

it(`does with any history what the model does (${numRuns} runs, seed ${seed})`, async () => {
  const property = fc.asyncProperty(randomHistory, async (history) => {
    const run = uniqueName('run');
    const after = await stores[0].head();
    const from = { types: [run], batchSize: 7, ...(after ? { after } : {}) };
    const stop = new AbortController();
    const early: RecordedEvent[] = [];
    const following = (async () => {
      for await (const { events } of stores[1].subscribe({ ...from, signal: stop.signal }))
        early.push(...events);
    })();
    const { model, moments, positions } = await playHistory(history, { stores, run, dropConnections });

    for (const [stream, ids] of model.streams) {
      const events = await readAll(stores[0].read(stream));
      expect(events.map(({ id }) => id)).toEqual(ids);
      expect(events.map(({ revision }) => revision)).toEqual(ids.map((_, revision) => revision));
    }
    const late = moments.size === 0 ? [] : await collectEvents(stores[0], from, moments.size);
    expect(new Set(late.map(({ id }) => id))).toEqual(new Set(moments.keys()));
    expect(late).toHaveLength(moments.size);
    const inOrder = late.map(({ position }) => position);
    expect(inOrder).toEqual([...new Set(inOrder)].sort());
    const inTime = late.map(({ id }) => moments.get(id) ?? -1);
    expect(inTime).toEqual(inTime.toSorted((one, other) => one - other));
    for (const { id, position } of late) expect(position).toBe(positions.get(id) ?? position);
    const last = late.at(-1)?.position;
    if (last !== undefined) expect((await stores[1].head()) ?? '').toBe(last);
    await until(() => expect(early.length).toBeGreaterThanOrEqual(late.length));
    expect(early).toEqual(late);
    stop.abort();
    await following;
  });
  await fc.assert(property, { seed, numRuns, endOnFailure: false });
}, 60_000);

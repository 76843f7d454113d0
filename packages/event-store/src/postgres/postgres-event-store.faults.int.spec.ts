import { randomUUID } from 'node:crypto';
import { createPool } from '@journal/postgres';
import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { collect, readAll, sampleEvent, uniqueName } from '../contract/log.ts';
import type { EventStore } from '../event-store.port.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

type Gate = Awaited<ReturnType<typeof openGate>>;

let database: TestDatabase;
let direct: pg.Pool;
let gate: Gate;
let throughGate: string;
let schema: string;
const stores: EventStore[] = [];

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  direct = createPool(database.url, { applicationName: 'direct' });
});
afterAll(async () => {
  await direct.end();
  await database.drop();
});
beforeEach(async () => {
  const address = new URL(database.url);
  gate = await openGate(Number(address.port));
  address.port = String(gate.port);
  throughGate = address.href;
  schema = `log_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
});
afterEach(async () => {
  gate.open();
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await gate.close();
});

async function open(options: Partial<Parameters<typeof createPostgresEventStore>[0]> = {}) {
  const store = await createPostgresEventStore({ url: throughGate, schema, ...options });
  stores.push(store);
  return store;
}

describe('an unreachable server', () => {
  it('does not fail opening: the store reports it and works once the server is up', async () => {
    gate.shut();
    const store = await open();
    await expect(store.check()).rejects.toThrow();
    const append = store.append('stream', [sampleEvent('Opened')], 'none');
    await expect(append).rejects.toMatchObject({ name: 'StoreUnavailable' });
    const following = collect(store, {}, ({ events }) => events.length > 0);
    gate.open();
    await until(() => store.check());
    const event = sampleEvent('Opened');
    await store.append('stream', [event], 'none');
    expect((await following).events).toMatchObject([{ id: event.id }]);
  });

  it('fails an append as not written if nothing could be sent', async () => {
    const store = await open({ retryTimeout: 300 });
    await store.append('stream', [sampleEvent('Opened')], 'none');
    gate.shut();
    await until(() => expect(store.head()).rejects.toThrow());
    const append = store.append('stream', [sampleEvent('Edited')], 0);
    await expect(append).rejects.toMatchObject({ name: 'StoreUnavailable' });
    gate.open();
    expect(await readAll(store.read('stream'))).toHaveLength(1);
    expect(await store.append('stream', [sampleEvent('Edited')], 0)).toMatchObject({ revision: 1 });
  });

  it('does not fail an append if it is back within the retry timeout', async () => {
    const store = await open();
    await store.append('stream', [sampleEvent('Opened')], 'none');
    gate.shut();
    const append = store.append('stream', [sampleEvent('Edited')], 0);
    await until(() => expect(store.head()).rejects.toThrow());
    gate.open();
    expect(await append).toMatchObject({ revision: 1 });
  });
});

describe('a wrong configuration', () => {
  it('is reported when the store is opened', async () => {
    const nowhere = new URL(database.url);
    nowhere.pathname = '/no_such_database';
    await expect(createPostgresEventStore({ url: nowhere.href })).rejects.toThrow();
    await expect(createPostgresEventStore({ url: database.url, schema: 'no"name' })).rejects.toThrow(
      'schema',
    );
  });
});

describe('a lost acknowledgement', () => {
  /** A pool whose connections break right after the server has executed the query. */
  function forgetful(isLost: (query: string) => boolean) {
    const pool = createPool(database.url, { applicationName: 'forgetful' });
    pool.on('connect', (client) => {
      const query = client.query.bind(client);
      const losing = async (...given: Parameters<typeof query>) => {
        const result = await query(...given);
        const { name, text } = given[0] as unknown as { name?: string; text?: string };
        // Migrations have no name.
        if (name && text && isLost(text)) throw new Error('Connection terminated unexpectedly');
        return result;
      };
      if ('_ending' in client) Object.assign(client, { query: losing });
    });
    return pool;
  }

  it('does not duplicate an append, because its event ids are found on retry', async () => {
    let losses = 2;
    const pool = forgetful((text) => /append_/.test(text) && losses-- > 0);
    const store = await open({ pool });
    const [first, second] = [sampleEvent('Opened'), sampleEvent('Edited')];
    expect(await store.append('stream', [first], 'none')).toMatchObject({ revision: 0 });
    expect(await store.append('stream', [second], 'any')).toMatchObject({ revision: 1 });
    expect(losses).toBeLessThan(0);
    expect((await readAll(store.read('stream'))).map(({ id }) => id)).toEqual([first.id, second.id]);
    await store.close();
    await pool.end();
  });

  it('rejects as unknown if it stays lost, and a later append with the same ids returns the result', async () => {
    let isLosing = true;
    const pool = forgetful((text) => /append_/.test(text) && isLosing);
    const store = await open({ pool, retryTimeout: 200 });
    const event = sampleEvent('Opened');
    await expect(store.append('stream', [event], 'none')).rejects.toMatchObject({ name: 'AppendUnknown' });
    isLosing = false;
    expect(await store.append('stream', [event], 'none')).toMatchObject({ revision: 0 });
    expect(await readAll(store.read('stream'))).toHaveLength(1);
    await store.close();
    await pool.end();
  });
});

describe('a lost connection', () => {
  it('can lead to a log that was restored, from whose end positions and revisions continue', async () => {
    const pool = createPool(throughGate, { applicationName: 'silent', max: 1, queryTimeout: 500 });
    const store = await open({ pool });
    for (let count = 0; count < 6; count += 1) await store.append('stream', [sampleEvent('Edited')], 'any');
    gate.silence();
    await expect(store.head()).rejects.toThrow('timeout');
    await direct.query(`delete from ${schema}.events where position > 2`);
    const { revision, position } = await store.append('stream', [sampleEvent('Edited')], 'any');
    expect({ revision, position: Number(position) }).toEqual({ revision: 2, position: 3 });
    await store.close();
    await pool.end();
  });

  it('that goes silent delays an event announced by the LISTEN connection by less than 10 s', async () => {
    const other = await open({ url: database.url });
    const pool = createPool(throughGate, { applicationName: 'silent' });
    const store = await open({ url: database.url, pool });
    const isCaughtUp = Promise.withResolvers<void>();
    const followed = collect(store, {}, ({ events, batches }) => {
      if (batches.at(-1)?.caughtUp) isCaughtUp.resolve();
      return events.length > 0;
    });
    await isCaughtUp.promise;

    gate.silence();
    const since = performance.now();
    const { position } = await other.append('stream', [sampleEvent('Opened')], 'none');
    expect((await followed).events).toMatchObject([{ position }]);
    expect(performance.now() - since).toBeLessThan(10_000);
    await store.close();
    await pool.end();
  });
});

describe('an append that only the database can reject', () => {
  it('fails alone, and the rest of its batch is written', async () => {
    const store = await open();
    await store.append(uniqueName('warm'), [sampleEvent('Opened')], 'none');
    await direct.query(
      `alter table ${schema}.events add constraint no_poison check (data::text not like '%poison%')`,
    );
    const append = (text: string) =>
      store.append(uniqueName('stream'), [sampleEvent('Written', { text })], 'none').then(
        () => 'written',
        (error: Error) => error.name,
      );
    const outcomes = await Promise.all(['a', 'b', 'poison', 'c', 'poison', 'd'].map(append));
    expect(outcomes).toEqual([
      'written',
      'written',
      'InvalidRequest',
      'written',
      'InvalidRequest',
      'written',
    ]);
    expect(await append('e')).toBe('written');
  });

  it('has an event id of another stream, even if both appends are in one batch', async () => {
    const store = await open();
    const event = sampleEvent('Opened');
    await store.append('one', [event], 'none');
    const elsewhere = store.append('two', [sampleEvent('Opened'), event], 'none');
    await expect(elsewhere).rejects.toMatchObject({ name: 'InvalidRequest' });
    const twin = sampleEvent('Opened');
    const both = await Promise.allSettled([
      store.append('three', [twin], 'none'),
      store.append('four', [twin], 'none'),
    ]);
    expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { name: 'InvalidRequest' } }]);
    expect(await readAll(store.read('two'))).toEqual([]);
    expect(await readAll(store.read('four'))).toEqual([]);
  });

  it('is any append while the server is read-only', async () => {
    const store = await open({ retryTimeout: 100 });
    const name = new URL(database.url).pathname.slice(1);
    await store.append('stream', [sampleEvent('Opened')], 'none');
    await direct.query(`alter database ${name} set default_transaction_read_only = on`);
    gate.shut();
    gate.open();
    // The same ID each time, so that an event that was written but not acknowledged, or still in flight, is found.
    const edited = sampleEvent('Edited');
    const append = vi.waitFor(() => store.append('stream', [edited], 0));
    await expect(append).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await direct.query(`alter database ${name} reset default_transaction_read_only`);
    gate.shut();
    gate.open();
    await until(() => store.append('stream', [edited], 0));
    expect(await readAll(store.read('stream'))).toHaveLength(2);
  });
});

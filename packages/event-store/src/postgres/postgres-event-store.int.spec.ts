import { createPool } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { inject } from 'vitest';
import { describeEventStoreContract } from '../contract/event-store.contract.ts';
import { openBehindGate } from '../contract/log.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

describeEventStoreContract('Postgres', async () => {
  const database = await createTestDatabase(inject('postgresUrl'));
  const { url } = database;
  const killer = createPool(inject('postgresUrl'), { applicationName: 'killer', max: 1 });
  const inDatabase = createPool(url, { applicationName: 'another program', max: 1 });
  const store = await createPostgresEventStore({ url });
  return {
    store,
    another: () => createPostgresEventStore({ url }),
    async dropConnections() {
      await killer.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [new URL(url).pathname.slice(1)],
      );
    },
    async writeForeign(stream, events) {
      const json = (content: Buffer | object | undefined) =>
        JSON.stringify(Buffer.isBuffer(content) ? content.toString('base64') : (content ?? null));
      for (const { type, data, metadata } of events)
        await inDatabase.query(
          `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
           select coalesce(max(position), 0) + 1, count(*) filter (where stream = $1), gen_random_uuid(), $1, $2, $3, $4
           from event_log.events`,
          [stream, type, json(data), json(metadata)],
        );
    },
    behindGate(retryTimeout) {
      const through = new URL(url);
      return openBehindGate(Number(through.port), async (port) => {
        through.port = String(port);
        return createPostgresEventStore({ url: through.href, retryTimeout });
      });
    },
    async close() {
      await store.close();
      await inDatabase.end();
      await killer.end();
      await database.drop();
    },
  };
});

import { createPool, isUndefinedTable, isUnreachable, migrate } from '@journal/postgres';
import type pg from 'pg';
import { encodeAppend } from '../append/encoded-append.ts';
import {
  type EventStore,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
} from '../event-store.port.ts';
import { checkRead } from '../read/check-read.ts';
import { checkSubscribe } from '../read/check-subscribe.ts';
import { within } from '../within.ts';
import { createAppends } from './append/appends.ts';
import { eventLogMigrations } from './event-log.migrations.ts';
import { nameLog } from './log-names.ts';
import { beforeAll, fromPosition, toPosition } from './position.ts';
import { createReadStream } from './read-stream.ts';
import { createReadPage } from './subscribe/read-page.ts';
import { createSharedListener } from './subscribe/shared-listener.ts';
import { subscription } from './subscribe/subscription.ts';
import { createWakeUps } from './subscribe/wake-ups.ts';

export type PostgresEventStoreOptions = {
  /** postgres://… */
  url: string;
  /** Made by `createPool` for the same `url`; left out: one of its own, closed with the store. */
  pool?: pg.Pool;
  /** Default `event_log`; lower-case letters, digits and underscores. Made where it is missing. */
  schema?: string;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Milliseconds in which an append is tried again over broken connections; default 5,000. */
  patience?: number;
};

/** Milliseconds. */
const checkTimeout = 4_500;
const poll = 1_000;

/**
 * The event store in a schema of a Postgres database. Throws for an address or a database that can't be right; where
 * the server can't be reached yet, the store is given all the same: every call then tries again, and `check` says
 * how it stands.
 */
export async function createPostgresEventStore(options: PostgresEventStoreOptions): Promise<EventStore> {
  const { url, applicationName = 'journal event store' } = options;
  const names = nameLog(options.schema ?? 'event_log');
  const pool = options.pool ?? createPool(url, { applicationName });
  const ending = new AbortController();
  const wakeUps = createWakeUps();
  const listener = createSharedListener(url, applicationName, names, wakeUps);
  const appends = createAppends(pool, names, options.patience ?? 5_000);
  const readStream = createReadStream(pool, names, appends.known.sawRevision);
  const readPage = createReadPage(pool, names);
  let preparing: Promise<void> | undefined;
  let isPrepared = false;
  let closed: Promise<void> | undefined;

  async function prepare() {
    try {
      await migrate(pool, names.schema, eventLogMigrations(names));
      isPrepared = true;
    } finally {
      preparing = undefined;
    }
  }

  async function ready() {
    if (closed) throw new Error('The event store is closed');
    if (isPrepared) return;
    preparing ??= prepare();
    await preparing;
  }

  async function* read(stream: string, readOptions?: ReadOptions): AsyncGenerator<RecordedEvent, void> {
    await ready();
    yield* readStream(stream, readOptions);
  }

  async function close() {
    ending.abort();
    await Promise.all([appends.end(), listener.close()]);
    if (!options.pool) await pool.end();
  }

  await ready().catch(async (error: unknown) => {
    if (isUnreachable(error)) return;
    await close();
    throw error;
  });

  return {
    async append(stream, events, expected) {
      const encoded = encodeAppend(stream, events, expected);
      if (!isPrepared)
        await ready().catch((cause: unknown) => {
          throw new StoreUnavailable('The event store is not ready', { cause });
        });
      if (closed) throw new Error('The event store is closed');
      const result = await appends.append(encoded);
      wakeUps.say(result.position);
      return result;
    },
    read(stream, readOptions) {
      checkRead(stream, readOptions);
      return read(stream, readOptions);
    },
    subscribe(subscribeOptions = {}) {
      const after = subscribeOptions.after ?? beforeAll;
      fromPosition(after);
      return subscription({
        readPage: async (...page) => {
          await ready();
          return readPage(...page);
        },
        wakeUps,
        listener,
        poll,
        after,
        options: checkSubscribe(subscribeOptions, ending.signal),
      });
    },
    async head() {
      await ready();
      const { rows } = await pool.query<{ position: string }>({
        name: names.statement('head'),
        text: `select position from ${names.table} order by position desc limit 1`,
      });
      return rows[0] && toPosition(rows[0].position);
    },
    check: () => within(checkTimeout, checkWritable()),
    close() {
      closed ??= close();
      return closed;
    },
  };

  async function checkWritable() {
    await ready();
    const { rows } = await pool
      .query<{ standby: boolean }>(
        `select pg_is_in_recovery() as standby, (select position from ${names.table} order by position desc limit 1)`,
      )
      .catch((error: unknown) => {
        // It was taken away behind our back; the next call makes it anew.
        if (isUndefinedTable(error)) isPrepared = false;
        throw error;
      });
    if (rows[0]?.standby) throw new StoreUnavailable('This Postgres is a standby and takes no appends');
  }
}

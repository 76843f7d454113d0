import { createPool, isUndefinedTable, isUnreachable, migrate } from '@journal/postgres';
import { withTimeout } from '@journal/service-kit/async';
import type pg from 'pg';
import { checkRead, checkSubscribe, encodeAppend } from '../check-requests.ts';
import {
  type EventStore,
  type ReadOptions,
  type RecordedEvent,
  StoreUnavailable,
} from '../event-store.port.ts';
import { defaultRetryTimeout, minAttemptTimeout } from '../retry-append.ts';
import { createAppends } from './appends.ts';
import { eventLogMigrations, nameLog } from './log-schema.ts';
import { createNotifications, createSharedListener } from './notifications.ts';
import {
  beforeAll,
  createReadPage,
  createReadStream,
  fromPosition,
  readQueryOptions,
  shareReads,
  toPosition,
} from './read-log.ts';
import { subscription } from './subscription.ts';

export type PostgresEventStoreOptions = {
  /** postgres://… */
  url: string;
  /** Pool created by `createPool` for the same `url`; default: the store's own pool, closed with the store. */
  pool?: pg.Pool;
  /** Schema name in lower-case letters, digits and underscores, created if missing; default `event_log`. */
  schema?: string;
  /** Name shown in pg_stat_activity. */
  applicationName?: string;
  /** If true, a missing log is not created; reading it then fails. */
  isReader?: boolean;
  /** Milliseconds from the call during which an append is retried over broken connections; default 5,000. */
  retryTimeout?: number;
  /** Interval between reads of the head that catch lost notifications, in milliseconds; default 2,000. */
  poll?: number;
};

/** Milliseconds. */
const checkTimeout = 4_500;
const checkTimedOut = `The event store did not answer within ${checkTimeout} ms`;

/**
 * Opens the event store in a schema of a Postgres database. Throws for an invalid address or an unusable database. An
 * unreachable server is not an error: every call tries again, and `check` reports the state.
 */
export async function createPostgresEventStore(options: PostgresEventStoreOptions): Promise<EventStore> {
  const {
    url,
    applicationName = 'journal event store',
    retryTimeout = defaultRetryTimeout,
    poll = 2_000,
  } = options;
  const names = nameLog(options.schema ?? 'event_log');
  const pool = options.pool ?? createPool(url, { applicationName });
  const ending = new AbortController();
  const notifications = createNotifications();
  const listener = createSharedListener(url, applicationName, names.channel, notifications, {
    poll,
    readHead,
  });
  const appends = createAppends(pool, names);
  const readStream = createReadStream(pool, names);
  const readNow = createReadPage(pool, names);
  const readPage: typeof readNow = async (...page) => {
    await ready();
    return readNow(...page);
  };
  const readShared = shareReads(readPage);
  let preparing: Promise<void> | undefined;
  let isPrepared = options.isReader ?? false;
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

  async function checkWritable() {
    await ready();
    const { rows } = await pool
      .query<{ standby: boolean }>({
        ...readQueryOptions,
        text: `select pg_is_in_recovery() as standby, (select position from ${names.table} order by position desc limit 1)`,
      })
      .catch((error: unknown) => {
        // The table was dropped in the meantime; the next call creates it again.
        if (isUndefinedTable(error)) isPrepared = false;
        throw error;
      });
    if (rows[0]?.standby) throw new StoreUnavailable('This Postgres is a standby and accepts no appends');
  }

  async function close() {
    ending.abort();
    await Promise.all([appends.idle(), listener.close()]);
    if (!options.pool) await pool.end();
  }

  await ready().catch(async (error: unknown) => {
    if (isUnreachable(error)) return;
    await close();
    throw error;
  });

  async function readHead() {
    await ready();
    const { rows } = await pool.query<{ position: string }>({
      ...readQueryOptions,
      name: names.statement('head'),
      text: `select position from ${names.table} order by position desc limit 1`,
    });
    return rows[0] && toPosition(rows[0].position);
  }

  return {
    async append(stream, events, expected) {
      const encoded = encodeAppend(stream, events, expected);
      const giveUpAt = performance.now() + retryTimeout;
      if (!isPrepared)
        await withTimeout(retryTimeout + minAttemptTimeout, ready()).catch((cause: unknown) => {
          throw new StoreUnavailable('The event store is not ready', { cause });
        });
      if (closed) throw new Error('The event store is closed');
      const result = await appends.append(encoded, giveUpAt);
      notifications.notify(result.position);
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
        readPage,
        readShared,
        notifications,
        listener,
        after,
        options: checkSubscribe(subscribeOptions, ending.signal),
      });
    },
    head: readHead,
    check: () => withTimeout(checkTimeout, checkWritable(), () => new StoreUnavailable(checkTimedOut)),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { createPool, isUnreachable, migrate } from '@journal/postgres';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { type Counter, counterOf, type LimitTable } from './counter.ts';

export type PostgresCounterOptions = {
  /** postgres://… */
  url: string;
  limits: LimitTable;
  /** Milliseconds after which this process counts by itself for want of an answer; default 1,000. */
  patience?: number;
  /** Told of connections that are lost; they come back by themselves. */
  onConnectionLost?: (error: Error) => void;
};

const schema = 'limits';
const table = 'counts';
const betweenCleanings = 5 * 60_000;

/** Unlogged: counts that a crash of the database loses are no loss, and most writes come from floods. */
const migrations = {
  '001-counts': `
    create unlogged table ${table} (key text primary key, points integer not null default 0, expire bigint);
  `,
};

/**
 * Counts in a schema of its own, shared by all processes that use the database. While that is away each process counts
 * by itself, so a request is never refused or failed for it. Throws for an address that can't be right.
 */
export async function createPostgresCounter(
  options: PostgresCounterOptions,
): Promise<Counter & { close(): Promise<void> }> {
  const { url, limits, patience = 1_000, onConnectionLost = () => {} } = options;
  const pool = createPool(url, {
    applicationName: 'journal command limits',
    max: 2,
    queryTimeout: patience,
    onIdleError: onConnectionLost,
  });
  let prepared: Promise<void> | undefined;

  function ready(): Promise<void> {
    prepared ??= migrate(pool, schema, migrations).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }

  async function query(statement: { text: string; values: unknown[] }) {
    await ready();
    return pool.query(statement);
  }

  const counter = counterOf(
    limits,
    (limiter) =>
      new RateLimiterPostgres({
        ...limiter,
        storeClient: {
          query: (statement: Parameters<typeof query>[0]) => within(patience, query(statement)),
        },
        storeType: 'pool',
        schemaName: schema,
        tableName: table,
        tableCreated: true,
        clearExpiredByTimeout: false,
        // Who is past the limit costs the database nothing more.
        inMemoryBlockOnConsumed: limiter.points,
        insuranceLimiter: new RateLimiterMemory(limiter),
      }),
  );

  const cleaning = setInterval(() => {
    const values = [Date.now()];
    query({ text: `delete from ${schema}.${table} where expire < $1`, values }).catch(() => undefined);
  }, betweenCleanings);
  cleaning.unref();

  async function close() {
    clearInterval(cleaning);
    if (!pool.ended) await pool.end();
  }

  await ready().catch(async (error: unknown) => {
    if (isUnreachable(error)) return;
    await close();
    throw error;
  });
  return { ...counter, close };
}

/** Rejects where `work` takes longer than `milliseconds`; its own later failure is nobody's then. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The database took too long to count');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}

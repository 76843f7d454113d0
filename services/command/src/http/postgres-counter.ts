import { createPool, isUnreachable, migrate } from '@journal/postgres';
import { withTimeout } from '@journal/service-kit/async';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { type Counter, createCounter, type LimitTable } from './limits.ts';

type PostgresCounterOptions = {
  /** postgres://… */
  url: string;
  limits: LimitTable;
  /** Time to wait for the database before this process counts on its own, in milliseconds. Default: 1,000. */
  timeout?: number;
  /** Milliseconds for which it then does so: a request that counts often would wait each time. Default: 10,000. */
  cooldown?: number;
  /** Called for each lost connection; connections are reopened automatically. */
  onConnectionLost?: (error: Error) => void;
};

const schema = 'limits';
const table = 'counts';
const cleaningInterval = 5 * 60_000;

/** Unlogged: counts lost in a crash of the database do no harm, and most writes come from floods. */
const migrations = {
  '001-counts': `
    create unlogged table ${table} (key text primary key, points integer not null default 0, expire bigint);
  `,
};

/**
 * Counts in its own schema, shared by all processes that use the database. While the database is unreachable, each
 * process counts on its own, so that no request fails because of it. Throws if the address is invalid.
 */
export async function createPostgresCounter(
  options: PostgresCounterOptions,
): Promise<Counter & { close(): Promise<void> }> {
  const { url, limits, timeout = 1_000, cooldown = 10_000, onConnectionLost = () => {} } = options;
  const pool = createPool(url, {
    applicationName: 'journal command limits',
    max: 2,
    queryTimeout: timeout,
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

  let cooldownEnd = 0;

  async function query(statement: { text: string; values: unknown[] }) {
    if (performance.now() < cooldownEnd) throw new Error('The rate-limit database did not respond recently');
    const hanging = new Error(`The rate-limit database did not respond within ${timeout} ms`);
    try {
      return await withTimeout(
        timeout,
        ready().then(() => pool.query(statement)),
        () => hanging,
      );
    } catch (error) {
      // A query that fails immediately may be retried immediately.
      if (error === hanging) cooldownEnd = performance.now() + cooldown;
      throw error;
    }
  }

  const counter = createCounter(
    limits,
    (limiter) =>
      new RateLimiterPostgres({
        ...limiter,
        storeClient: { query },
        storeType: 'pool',
        schemaName: schema,
        tableName: table,
        tableCreated: true,
        clearExpiredByTimeout: false,
        // A key over its limit causes no more load on the database.
        inMemoryBlockOnConsumed: limiter.points,
        insuranceLimiter: new RateLimiterMemory(limiter),
      }),
  );

  const cleaning = setInterval(() => {
    const values = [Date.now()];
    query({ text: `delete from ${schema}.${table} where expire < $1`, values }).catch(() => {});
  }, cleaningInterval);
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

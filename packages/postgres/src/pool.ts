import { hash } from 'node:crypto';
import { sleep } from '@journal/service-kit/async';
import pg from 'pg';

export type PoolOptions = {
  /** Shown in pg_stat_activity, so that an operator sees who holds a connection. */
  applicationName: string;
  /** Maximum connections; default 10. */
  max?: number;
  /** Milliseconds after which an unanswered statement fails and its connection is discarded; default 15,000. */
  queryTimeout?: number;
  /** Called for each connection that is lost while idle; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
};

/** Milliseconds. */
const connectTimeout = 3_000;

/**
 * Returns a pool for `url` (postgres://…). Connecting times out after 3 s, waiting for a free connection too, and a statement
 * after `queryTimeout`, so that a silent connection blocks nobody for long. Idle connections close after 5 s: an idle system
 * holds few backends, and those that went silent while they were idle are soon out of the way.
 * A lost connection never crashes the process, idle or borrowed: its borrower gets the error from its next query. The
 * server ends a transaction that has been silent for 5 s: a process that hangs must not keep its locks.
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 5_000,
    query_timeout: options.queryTimeout ?? 15_000,
    idle_in_transaction_session_timeout: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', (error) => {
    // `end` resolves before the server has closed its side, and a server that stops meanwhile still sends an error.
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool removes its own listener from a borrowed client, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Resolves with its result. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // On a silent connection it would wait as long as the statement before it did.
    const rollback = { text: 'rollback', query_timeout: 1_000 } as pg.QueryConfig;
    await client.query(rollback).catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Does `work`, which sends nothing on `client`, and shows the server every second that its transaction is still wanted.
 * Rejects before that where the transaction has ended already, as that of a process that has slept.
 */
export async function whileIdle<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('select 1');
  const stopping = new AbortController();
  const showLife = async () => {
    for (;;) {
      await sleep(1_000, stopping.signal);
      if (stopping.signal.aborted) return;
      // Where the transaction is over, its next statement says so.
      await client.query('select 1').catch(() => {});
    }
  };
  const showing = showLife();
  try {
    return await work();
  } finally {
    stopping.abort();
    await showing;
  }
}

const statementNames = new Map<string, string>();

/** Returns the name to prepare a statement under, the same for the same text. Remembers it: for texts of which there are few. */
export function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const name = hash('sha256', text, 'base64url');
  statementNames.set(text, name);
  return name;
}

const { TIMESTAMPTZ } = pg.types.builtins;
const asDate = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** As `types` of a statement: its rows have times as ISO 8601 in UTC with milliseconds. */
export const timesAsText: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    type === TIMESTAMPTZ
      ? (text: string) => asDate(text).toISOString()
      : pg.types.getTypeParser(type, format)) as pg.CustomTypesConfig['getTypeParser'],
};

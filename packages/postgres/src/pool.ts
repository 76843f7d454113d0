import { hash } from 'node:crypto';
import { sleep } from '@journal/service-kit/async';
import pg from 'pg';

export type PoolOptions = {
  /** Name shown in pg_stat_activity, so that an operator can see who holds a connection. */
  applicationName: string;
  /** Maximum connections; default 10. */
  max?: number;
  /** Milliseconds after which an unanswered statement fails and its connection is discarded; default 15,000. */
  queryTimeout?: number;
  /** Called for each connection that is lost while idle; the pool replaces it automatically. */
  onIdleError?: (error: Error) => void;
};

/** Milliseconds. */
const connectTimeout = 3_000;

/**
 * Returns a pool for `url` (postgres://…). Connecting, including waiting for a free connection, times out after 3 s,
 * and a statement after `queryTimeout`, so that a silent connection blocks no caller for long. Idle connections close
 * after 5 s: an idle system uses few backends, and connections that went silent while idle are soon gone. A lost
 * connection never crashes the process, idle or checked out; if checked out, its next query rejects. The server ends
 * transactions that are idle for 5 s, so that a hanging process does not keep its locks.
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
    // `end` resolves before the server has closed its side; a server that stops in the meantime still sends an error.
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool removes its own listener from a client that is checked out, and an unhandled error event ends the process.
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
    // On a silent connection, a rollback would otherwise wait as long as the statement before it.
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
 * Runs `work`, which sends nothing on `client`, and queries the server every second to keep the client's transaction
 * open. Rejects without calling `work` if the transaction has already ended, for example while the process was
 * suspended.
 */
export async function whileIdle<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('select 1');
  const stopping = new AbortController();
  const showLife = async () => {
    for (;;) {
      await sleep(1_000, stopping.signal);
      if (stopping.signal.aborted) return;
      // If the transaction has ended, its next statement fails.
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

/** Returns a name for a prepared statement, the same for the same text. Cached, so keep the set of texts small. */
export function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const name = hash('sha256', text, 'base64url');
  statementNames.set(text, name);
  return name;
}

const { TIMESTAMPTZ } = pg.types.builtins;
const asDate = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** `types` option of a query whose rows should contain times as ISO 8601 in UTC with milliseconds. */
export const timesAsText: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    type === TIMESTAMPTZ
      ? (text: string) => asDate(text).toISOString()
      : pg.types.getTypeParser(type, format)) as pg.CustomTypesConfig['getTypeParser'],
};

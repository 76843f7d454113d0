import pg from 'pg';

export type PoolOptions = {
  /** Shown in pg_stat_activity, so that an operator sees who holds a connection. */
  applicationName: string;
  /** Most connections at once; default 10. */
  max?: number;
  /** Milliseconds after which a statement without an answer fails and its connection is given up; default 15,000. */
  queryTimeout?: number;
  /** Told of connections that die while idle and the pool is in use; it replaces them by itself. */
  onIdleError?: (error: Error) => void;
};

/**
 * A pool for `url` (postgres://…). Connecting gives up after 5 s, a statement after `queryTimeout`, so that a connection
 * that went silent stops nobody for long; idle connections close after 10 s, so that a resting system holds few backends. A connection that dies never crashes the process, be it idle or borrowed:
 * its borrower learns of it from the next query.
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 10_000,
    query_timeout: options.queryTimeout ?? 15_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', (error) => {
    // `end` resolves before the server has closed its side, and a server that stops then says so on the way out.
    if (!pool.ending) options.onIdleError?.(error);
  });
  // The pool takes its own listener off a client that is borrowed, and an error nobody listens for ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs `work` in one transaction on one connection: committed when it resolves, rolled back when it throws. */
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

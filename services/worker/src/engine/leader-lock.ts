import { setTimeout as sleep } from 'node:timers/promises';
import { endClient } from '@journal/postgres';
import pg from 'pg';

export type Leadership = {
  /** Aborted when the connection that holds the lock is lost, or silent for 2 s: leadership is over, and the lock let go. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
};

export type LeaderLockOptions = {
  url: string;
  key: string;
  applicationName: string;
  signal: AbortSignal;
  /** After each try that found somebody else in the lead. */
  onStandBy?: () => Promise<void>;
  /** Milliseconds between two tries. */
  retryEvery?: number;
};

const signOfLifeEvery = 1_000;
/** With the time between two signs and two tries, and a farewell, the next leader begins within 5 s. */
const silence = 2_000;

/**
 * Waits until this process holds the advisory lock `key` on a connection of its own, or the signal is aborted
 * (then undefined). Rejects where the server can't be reached. It tries again and again instead of blocking in one
 * statement, whose snapshot would keep vacuum from its work for as long as it stands by.
 */
export async function acquireLeadership(options: LeaderLockOptions): Promise<Leadership | undefined> {
  const { url, key, applicationName, signal, retryEvery = 500 } = options;
  const lost = new AbortController();
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    query_timeout: silence,
  });
  let failure: Error | undefined;
  let signOfLife: NodeJS.Timeout | undefined;
  let released: Promise<void> | undefined;
  const release = () => {
    clearInterval(signOfLife);
    released ??= endClient(client);
    return released;
  };
  const end = (error: Error) => {
    failure ??= error;
    lost.abort(error);
    // The work under way may hang on silent connections of its own; the others must not wait for its end.
    void release();
  };
  client.on('error', end);
  client.on('end', () => end(new Error('The connection of the leader lock was closed')));

  try {
    await client.connect();
    await noticeDeadClients(client);
    while (!signal.aborted) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        key,
      ]);
      if (rows[0]?.held) {
        signOfLife = setInterval(() => client.query('select 1').catch(end), signOfLifeEvery);
        return { lost: lost.signal, release };
      }
      await options.onStandBy?.();
      await sleep(retryEvery, undefined, { signal: AbortSignal.any([signal, lost.signal]) }).catch(() => {});
      if (failure) throw failure;
    }
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}

/** A leader whose machine vanished without a word keeps its lock until the server misses it: within 4 s. */
async function noticeDeadClients(client: pg.Client): Promise<void> {
  await client.query(
    'set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3',
  );
}

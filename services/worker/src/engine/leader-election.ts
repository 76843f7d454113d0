import { endClient } from '@journal/postgres';
import { sleep } from '@journal/service-kit/async';
import pg from 'pg';

export type Leadership = {
  /** Aborted when the connection that holds the locks is lost or silent for 1.5 s; the locks are then released. */
  readonly lost: AbortSignal;
  /** Releases the lock and notifies the workers on standby. Never rejects. */
  release(): Promise<void>;
};

export type LeaderElection = {
  /**
   * Resolves when this process holds the advisory lock `key`, or with undefined once the signal is aborted. `onStandby`
   * is called after each attempt that found another leader. Rejects if the server can't be reached.
   */
  campaign(
    key: string,
    options: { readonly signal: AbortSignal; readonly onStandby?: () => void },
  ): Promise<Leadership | undefined>;
  /** Closes the connection, which releases all locks. */
  close(): Promise<void>;
};

type Candidate = Pick<PromiseWithResolvers<Leadership | undefined>, 'resolve' | 'reject'> & {
  readonly key: string;
  readonly onStandby?: (() => void) | undefined;
};

/** A connection and the locks it holds, which are released when it ends. */
type Session = {
  readonly client: pg.Client;
  readonly held: Map<string, AbortController>;
  /** Locks to release next, one entry per acquisition, each with the callback to call afterwards. */
  readonly released: Set<{ readonly key: string; readonly resolve: () => void }>;
  /** Ends the pause before the next attempt. */
  wake: AbortController;
  ended: Promise<void> | undefined;
};

/** Milliseconds. With these values, a standby takes over within 6 s after a leader falls silent. */
const leaderHeartbeat = 1_000;
const standbyRetry = 1_750;
const responseTimeout = 1_500;

const channel = 'journal_leadership';

/**
 * Leader election: holds all advisory locks of a process on one connection. Each attempt is one statement for all
 * wanted locks. It is repeated every 1.75 s, and immediately when another process notifies that it has released one. It
 * also serves as the heartbeat, which a leader sends every second; without one for 4 s, the server releases the
 * leader's locks. Attempts do not block in the server, because the snapshot of a waiting statement would hold vacuum
 * back.
 */
export function createLeaderElection(url: string, applicationName: string): LeaderElection {
  const candidates = new Set<Candidate>();
  let isClosed = false;
  let session: Session | undefined;

  function open(): Session {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      query_timeout: responseTimeout,
    });
    const wake = new AbortController();
    const opened: Session = { client, held: new Map(), released: new Set(), wake, ended: undefined };
    client.on('error', (error) => void end(opened, error));
    client.on('end', () => void end(opened, new Error('The connection of the leader locks was closed')));
    client.on('notification', () => opened.wake.abort());
    void run(opened).catch((error: Error) => end(opened, error));
    return opened;
  }

  async function run(current: Session): Promise<void> {
    const { client, held } = current;
    await client.connect();
    // The server detects a leader whose machine has vanished within 3 s, and one that hangs within 4 s.
    await client.query(
      `set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2;
       set idle_session_timeout = '4s'; listen ${channel}`,
    );
    while (current === session) {
      current.wake = new AbortController();
      await unlock(current);
      await attempt(current);
      await sleep(held.size > 0 ? leaderHeartbeat : standbyRetry, current.wake.signal);
    }
  }

  async function unlock({ client, released }: Session): Promise<void> {
    const unlocking = [...released];
    if (unlocking.length === 0) return;
    await client.query(
      `select pg_advisory_unlock(key), pg_notify('${channel}', '') from unnest($1::bigint[]) as key`,
      [unlocking.map(({ key }) => key)],
    );
    for (const unlocked of unlocking) {
      released.delete(unlocked);
      unlocked.resolve();
    }
  }

  async function attempt(current: Session): Promise<void> {
    const wanted = new Map<string, Candidate>();
    for (const candidate of candidates)
      if (!current.held.has(candidate.key)) wanted.set(candidate.key, candidate);
    const { rows } = await current.client.query<{ key: string; isHeld: boolean }>(
      'select key::text, pg_try_advisory_lock(key) as "isHeld" from unnest($1::bigint[]) as key',
      [[...wanted.keys()]],
    );
    for (const { key, isHeld } of rows) {
      const candidate = wanted.get(key);
      if (!isHeld) candidate?.onStandby?.();
      else if (candidate && candidates.delete(candidate)) candidate.resolve(lead(current, key));
      else void release(current, key);
    }
  }

  function lead(current: Session, key: string): Leadership {
    const lost = new AbortController();
    current.held.set(key, lost);
    return {
      lost: lost.signal,
      async release() {
        if (current.held.get(key) !== lost) return current.ended;
        current.held.delete(key);
        await release(current, key);
      },
    };
  }

  async function release(current: Session, key: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    current.released.add({ key, resolve });
    current.wake.abort();
    await promise;
    return current.ended;
  }

  function end(ending: Session, error: Error): Promise<void> {
    if (session === ending) session = undefined;
    if (ending.ended) return ending.ended;
    // A silent connection keeps its locks until it is closed, and it can't be closed gracefully.
    ending.ended = endClient(ending.client, isClosed ? 500 : 0);
    ending.wake.abort();
    for (const lost of ending.held.values()) lost.abort(error);
    ending.held.clear();
    for (const { resolve } of ending.released) resolve();
    for (const candidate of candidates) candidate.reject(error);
    candidates.clear();
    return ending.ended;
  }

  return {
    async campaign(key, { signal, onStandby }) {
      if (signal.aborted || isClosed) return undefined;
      const { promise, ...settle } = Promise.withResolvers<Leadership | undefined>();
      const candidate: Candidate = { key, onStandby, ...settle };
      const withdraw = () => {
        candidates.delete(candidate);
        candidate.resolve(undefined);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      candidates.add(candidate);
      session ??= open();
      session.wake.abort();
      return promise.finally(() => signal.removeEventListener('abort', withdraw));
    },
    async close() {
      isClosed = true;
      if (session) await end(session, new Error('The leader election was closed'));
    },
  };
}

import { createBackoff } from '@journal/service-kit/async';
import pg from 'pg';
import {
  AppendUnknown,
  InvalidRequest,
  type Position,
  RevisionConflict,
  StoreUnavailable,
} from '../event-store.port.ts';
import type { PendingAppend } from './group-commit.ts';

/** What became of an append; `elsewhere`: one of its ids is in another stream. */
export type Outcome =
  | { readonly kind: 'appended' | 'known'; readonly revision: number; readonly position: Position }
  | { readonly kind: 'conflict' | 'elsewhere' };

export type CommitBatchOptions = {
  readonly pool: pg.Pool;
  /** Writes a batch in one transaction. Resolves with the outcome of each append, in order. */
  readonly write: (client: pg.ClientBase, batch: readonly PendingAppend[]) => Promise<Outcome[]>;
  /** Milliseconds from an append's arrival during which broken connections are retried. */
  readonly retryTimeout: number;
};

/** Returns a function that writes a batch, retries where a connection breaks, and settles every append. */
export function createCommitBatch({ pool, write, retryTimeout }: CommitBatchOptions) {
  return async function commit(batch: readonly PendingAppend[]): Promise<void> {
    try {
      const outcomes = await writeWithRetries(batch);
      for (const [index, append] of batch.entries()) settle(append, outcomes[index]);
    } catch (error) {
      if (error instanceof InvalidRequest && batch.length > 1)
        for (const append of batch) await commit([append]);
      else
        for (const append of batch) append.reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

  /** Safe to repeat: what an attempt of unknown outcome wrote is found by its event ids. */
  async function writeWithRetries(batch: readonly PendingAppend[]): Promise<Outcome[]> {
    const deadline = Math.min(...batch.map(({ arrivedAt }) => arrivedAt)) + retryTimeout;
    const backoff = createBackoff();
    let maybeWritten = false;
    for (;;) {
      const attempt = await tryToWrite(batch);
      if ('outcomes' in attempt) return attempt.outcomes;
      const { cause, fault } = attempt;
      if (fault === 'invalid')
        throw new InvalidRequest(`Postgres can't store this: ${cause.message}`, { cause });
      maybeWritten ||= fault === 'unknown';
      if (fault === 'refused' || performance.now() > deadline)
        throw maybeWritten
          ? new AppendUnknown('The connection was lost during the append', { cause })
          : new StoreUnavailable(`The event store is not writable: ${cause.message}`, { cause });
      await backoff.wait();
    }
  }

  async function tryToWrite(batch: readonly PendingAppend[]) {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      return { fault: 'unreachable', cause: error as Error } as const;
    }
    try {
      const outcomes = await write(client, batch);
      client.release();
      return { outcomes };
    } catch (error) {
      const fault = faultOf(error);
      client.release(fault === 'unknown');
      return { fault, cause: error as Error };
    }
  }
}

function settle(append: PendingAppend, outcome: Outcome | undefined): void {
  switch (outcome?.kind) {
    case 'appended':
    case 'known': {
      const { kind, revision, position } = outcome;
      append.resolve({ revision, position, repeated: kind === 'known' });
      return;
    }
    case 'conflict':
      append.reject(new RevisionConflict(append.stream, append.expected));
      return;
    case 'elsewhere':
      append.reject(new InvalidRequest('An event with one of these ids is already in another stream'));
      return;
    case undefined:
      append.reject(new AppendUnknown('The database returned no outcome for this append'));
      return;
    default:
      outcome satisfies never;
  }
}

/**
 * What a failed statement tells about the append:
 * `invalid` – its content can never be stored; nothing was written.
 * `retry` – nothing was written, and the next attempt may succeed.
 * `refused` – nothing was written, and an immediate retry is pointless.
 * `unknown` – the connection is lost, and the append may or may not have been committed.
 * `unreachable` – there was no connection to send it on.
 */
export type Fault = 'invalid' | 'retry' | 'refused' | 'unknown' | 'unreachable';

/** Data exceptions, program limits (a name too long for an index), check and unique violations, unknown characters. */
const invalid = /^(22...|54...|23...)$/;
/** Connection exceptions, server shutdown, internal errors: the last message of a connection, perhaps after a commit. */
const connectionLost = /^(08...|57P..|25P..|XX...)$/;
/** Serialisation failures and deadlocks, too many connections, cancelled statements and lock timeouts. */
const retry = /^(40...|53300|57014|55P03)$/;

export function faultOf(error: unknown): Fault {
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  if (code === '' || connectionLost.test(code)) return 'unknown';
  if (invalid.test(code)) return 'invalid';
  return retry.test(code) ? 'retry' : 'refused';
}

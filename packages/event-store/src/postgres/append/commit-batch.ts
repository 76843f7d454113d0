import { createBackoff } from '@journal/service-kit/async';
import type pg from 'pg';
import { AppendUnknown, InvalidRequest, RevisionConflict, StoreUnavailable } from '../../event-store.port.ts';
import { faultOf } from './fault.ts';
import type { KnownLog } from './known-log.ts';
import type { Outcome, PendingAppend } from './pending-append.ts';

export type CommitBatchOptions = {
  pool: pg.Pool;
  known: KnownLog;
  /** Writes a batch in one transaction, and decides each append. */
  write: (client: pg.ClientBase, batch: readonly PendingAppend[]) => Promise<Outcome[]>;
  /** Milliseconds from an append's arrival in which broken connections are tried again. */
  patience: number;
};

/** Settles every append of a batch: writes it, tries again where a connection breaks, and tells each its outcome. */
export function createCommitBatch({ pool, known, write, patience }: CommitBatchOptions) {
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

  /** Safe to repeat: what an attempt of unknown outcome wrote is found by its ids. */
  async function writeWithRetries(batch: readonly PendingAppend[]): Promise<Outcome[]> {
    const deadline = Math.min(...batch.map(({ arrivedAt }) => arrivedAt)) + patience;
    const backoff = createBackoff();
    let maybeWritten = false;
    for (;;) {
      const attempt = await tryToWrite(batch);
      if ('outcomes' in attempt) return attempt.outcomes;
      const { cause, fault } = attempt;
      if (fault === 'invalid')
        throw new InvalidRequest(`Postgres can't store this: ${cause.message}`, { cause });
      maybeWritten ||= fault === 'unknown';
      if (fault === 'refused' || performance.now() > deadline) throw giveUp(maybeWritten, cause);
      await backoff.wait();
    }
  }

  async function tryToWrite(batch: readonly PendingAppend[]) {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      known.forget();
      return { fault: 'unreachable', cause: error as Error } as const;
    }
    try {
      const outcomes = await write(client, batch);
      client.release();
      return { outcomes };
    } catch (error) {
      const fault = faultOf(error);
      client.release(fault === 'unknown');
      if (fault === 'unknown') known.forget();
      return { fault, cause: error as Error };
    }
  }

  function settle(append: PendingAppend, outcome: Outcome | undefined): void {
    switch (outcome?.kind) {
      case 'appended':
      case 'known':
        known.sawRevision(append.stream, outcome.revision);
        append.resolve({ revision: outcome.revision, position: outcome.position });
        return;
      case 'conflict':
        append.reject(new RevisionConflict(append.stream, append.expected));
        return;
      case 'elsewhere':
        append.reject(new InvalidRequest('An event with one of these ids stands in another stream'));
        return;
      case undefined:
        append.reject(new AppendUnknown('The database did not say what became of this append'));
        return;
      default:
        outcome satisfies never;
    }
  }
}

function giveUp(maybeWritten: boolean, cause: Error): Error {
  return maybeWritten
    ? new AppendUnknown('The connection broke while the append was under way', { cause })
    : new StoreUnavailable(`The event store can't be written to just now: ${cause.message}`, { cause });
}

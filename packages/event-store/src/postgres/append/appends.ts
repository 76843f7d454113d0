import type pg from 'pg';
import type { EncodedAppend } from '../../append/encoded-append.ts';
import type { AppendResult } from '../../event-store.port.ts';
import type { LogNames } from '../log-names.ts';
import { createAppendAhead } from './append-ahead.ts';
import { createAppendLocked } from './append-locked.ts';
import { createCommitBatch } from './commit-batch.ts';
import { createGroupCommit } from './group-commit.ts';
import { createKnownLog, type KnownLog } from './known-log.ts';

export type Appends = {
  append(append: EncodedAppend): Promise<AppendResult>;
  /** Resolves when no append is under way; none may come after. */
  end(): Promise<void>;
  readonly known: KnownLog;
};

/** A server that has not answered a batch after this long is taken for gone. Milliseconds. */
const statementTimeout = 5_000;
const maxEvents = 1_000;
const maxBytes = 4 * 1024 * 1024;

/** All appends of a store: gathered, written, settled. */
export function createAppends(pool: pg.Pool, names: LogNames, patience: number): Appends {
  const known = createKnownLog();
  // A new connection may lead to another server than the one before, or to one brought back from a backup.
  const forget = () => known.forget();
  pool.on('connect', forget);
  const ahead = createAppendAhead(names, known, statementTimeout);
  const locked = createAppendLocked(names, known, statementTimeout);
  const commit = createCommitBatch({
    pool,
    known,
    patience,
    write: async (client, batch) => (await ahead(client, batch)) ?? (await locked(client, batch)),
  });
  const group = createGroupCommit({ commit, maxEvents, maxBytes });
  return {
    known,
    async end() {
      await group.idle();
      pool.off('connect', forget);
    },
    append: (append) =>
      new Promise((resolve, reject) => {
        const bytes = append.events.reduce(
          (sum, { data, metadata }) => sum + data.length + metadata.length,
          0,
        );
        group.add({ ...append, bytes, arrivedAt: performance.now(), resolve, reject });
      }),
  };
}

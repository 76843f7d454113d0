import { textArray } from '@journal/postgres';
import type pg from 'pg';
import type { EncodedAppend } from '../check-requests.ts';
import type { AppendResult } from '../event-store.port.ts';
import { createCommitBatch, type Outcome } from './commit-batch.ts';
import { createGroupCommit, type PendingAppend } from './group-commit.ts';
import type { LogNames } from './log-schema.ts';
import { toPosition } from './read-log.ts';

export type Appends = {
  append(append: EncodedAppend): Promise<AppendResult>;
  /** Resolves when no append is in progress. */
  idle(): Promise<void>;
};

/** A server that has not answered a batch after this many milliseconds counts as lost. */
const statementTimeout = 5_000;
const maxEvents = 1_000;
const maxBytes = 4 * 1024 * 1024;

/** All appends of a store, in batches that share a commit. */
export function createAppends(pool: pg.Pool, names: LogNames, retryTimeout: number): Appends {
  const write = createWriteBatch(names);
  const commit = createCommitBatch({ pool, write, retryTimeout });
  const { add, idle } = createGroupCommit({ commit, maxEvents, maxBytes });
  return {
    idle,
    append(append) {
      const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
      const bytes = append.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      add({ ...append, bytes, arrivedAt: performance.now(), resolve, reject });
      return promise;
    },
  };
}

type Row = [kind: Outcome['kind'], revision: string | null, position: string | null];

/** -1 for a stream that is not there yet, -2 for whatever revision it has. */
const revisionOf = ({ expected }: PendingAppend) =>
  expected === 'any' ? -2 : expected === 'none' ? -1 : expected;

/**
 * Returns a function that writes a batch through the database functions, which take the log's lock, compare each append
 * with the log and decide it on its own.
 */
function createWriteBatch(names: LogNames) {
  const answered = { rowMode: 'array' as const, query_timeout: statementTimeout };
  const one = {
    name: names.statement('append_one'),
    text: `select outcome, revision, position from ${names.appendOne}($1, $2, $3, $4, $5, $6)`,
    ...answered,
  };
  const many = {
    name: names.statement('append_batch'),
    text: `select outcome, revision, position from ${names.appendBatch}($1, $2, $3, $4, $5, $6, $7)`,
    ...answered,
  };
  const statementFor = (batch: readonly PendingAppend[]) => {
    const events = batch.flatMap((append) => append.events);
    const [append] = batch;
    const [event] = events;
    if (append && event && events.length === 1)
      return {
        ...one,
        values: [append.stream, revisionOf(append), event.id, event.type, event.data, event.metadata],
      };
    const json = (texts: string[]) => textArray(texts, 'json');
    return {
      ...many,
      values: [
        batch.map(({ stream }) => stream),
        batch.map(revisionOf),
        batch.flatMap((append, index) => append.events.map(() => index + 1)),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        json(events.map(({ data }) => data)),
        json(events.map(({ metadata }) => metadata)),
      ],
    };
  };
  return async (client: pg.ClientBase, batch: readonly PendingAppend[]): Promise<Outcome[]> => {
    const { rows } = await client.query<Row>(statementFor(batch));
    return rows.map(([kind, revision, position]) =>
      kind === 'conflict' || kind === 'elsewhere'
        ? { kind }
        : { kind, revision: Number(revision), position: toPosition(position ?? '') },
    );
  };
}

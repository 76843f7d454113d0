import { textArray } from '@journal/postgres';
import pg from 'pg';
import type { EncodedAppend } from '../check-requests.ts';
import {
  type AppendResult,
  AppendUnknown,
  InvalidRequest,
  RevisionConflict,
  StoreUnavailable,
} from '../event-store.port.ts';
import { type AppendFault, reasonOf, retryAppend } from '../retry-append.ts';
import { createGroupCommit, type PendingAppend } from './group-commit.ts';
import type { LogNames } from './log-schema.ts';
import { toPosition } from './read-log.ts';

/** A server that has not answered a batch after this many milliseconds counts as lost. */
const statementTimeout = 5_000;
const maxEvents = 1_000;
const maxBytes = 4 * 1024 * 1024;

/** Commits the appends of a store in batches; each is retried for `retryTimeout` milliseconds after it has arrived. */
export function createAppends(pool: pg.Pool, names: LogNames, retryTimeout: number) {
  const write = createWriteBatch(names);
  const { add, idle } = createGroupCommit({ commit, maxEvents, maxBytes });

  async function commit(batch: readonly PendingAppend[]): Promise<void> {
    const giveUpAt = Math.min(...batch.map(({ arrivedAt }) => arrivedAt)) + retryTimeout;
    try {
      const options = { engine: 'Postgres', faultOf, toUnavailable, giveUpAt };
      const rows = await retryAppend(() => attempt(batch), options);
      for (const [index, append] of batch.entries()) settle(append, rows[index]);
    } catch (error) {
      if (error instanceof InvalidRequest && batch.length > 1)
        for (const append of batch) await commit([append]);
      else for (const append of batch) append.reject(error as Error);
    }
  }

  async function attempt(batch: readonly PendingAppend[]): Promise<readonly Row[]> {
    const client = await pool.connect().catch((error: unknown) => {
      throw toUnavailable(error);
    });
    let isLost = false;
    try {
      return (await write(client, batch)).rows;
    } catch (error) {
      isLost = faultOf(error) === 'unknown';
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  return {
    /** Resolves when no append is in progress. */
    idle,
    append(append: EncodedAppend): Promise<AppendResult> {
      const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
      const bytes = append.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      add({ ...append, bytes, arrivedAt: performance.now(), resolve, reject });
      return promise;
    },
  };
}

/** What became of an append; `elsewhere`: one of its ids is in another stream. */
type Row =
  | [outcome: 'appended' | 'known', revision: string, position: string]
  | [outcome: 'conflict' | 'elsewhere'];

function settle(append: PendingAppend, row: Row | undefined): void {
  const [outcome, revision, position = ''] = row ?? [];
  if (outcome === 'appended' || outcome === 'known')
    append.resolve({
      revision: Number(revision),
      position: toPosition(position),
      repeated: outcome === 'known',
    });
  else append.reject(failureOf(append, outcome));
}

function failureOf(
  { stream, expected }: PendingAppend,
  outcome: 'conflict' | 'elsewhere' | undefined,
): Error {
  if (outcome === 'conflict') return new RevisionConflict(stream, expected);
  return outcome === 'elsewhere'
    ? new InvalidRequest('An event with one of these ids is already in another stream')
    : new AppendUnknown('The database returned no outcome for this append');
}

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
  return (client: pg.ClientBase, batch: readonly PendingAppend[]) => client.query<Row>(statementFor(batch));
}

/** Data exceptions, program limits (a name too long for an index), check and unique violations, unknown characters. */
const invalid = /^(22...|54...|23...)$/;
/** Connection exceptions, server shutdown, internal errors: the last message of a connection, perhaps after a commit. */
const connectionLost = /^(08...|57P..|25P..|XX...)$/;
/** Serialisation failures and deadlocks, too many connections, cancelled statements and lock timeouts. */
const retry = /^(40...|53300|57014|55P03)$/;

export function faultOf(error: unknown): AppendFault {
  // There was no connection to send it on.
  if (error instanceof StoreUnavailable) return 'retry';
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
  if (code === '' || connectionLost.test(code)) return 'unknown';
  if (invalid.test(code)) return 'invalid';
  return retry.test(code) ? 'retry' : 'refused';
}

const toUnavailable = (cause: unknown) =>
  cause instanceof StoreUnavailable
    ? cause
    : new StoreUnavailable(`The event store is not writable: ${reasonOf(cause)}`, { cause });

import { withTimeout } from '@journal/service-kit/async';
import pg from 'pg';
import type { EncodedAppend } from '../check-requests.ts';
import {
  type AppendResult,
  AppendUnknown,
  InvalidRequest,
  RevisionConflict,
  StoreUnavailable,
} from '../event-store.port.ts';
import { type AppendFault, isOutage, reasonOf, retryAppend, toExpiredError } from '../retry-append.ts';
import { createGroupCommit, type PendingAppend } from './group-commit.ts';
import { createAppendStatement, type LogNames } from './log-schema.ts';
import { toPosition } from './read-log.ts';

const maxEvents = 1_000;
const maxBytes = 4 * 1024 * 1024;

/** The appends to one stream in a batch, written as a single append. */
type Group = EncodedAppend & { readonly appends: readonly PendingAppend[] };

/** Commits a store's appends in batches; each append is retried until its own deadline. */
export function createAppends(pool: pg.Pool, names: LogNames) {
  const statementOf = createAppendStatement(names);
  /** Failure of the previous batch if the engine was unavailable. */
  let lastFailure: unknown;
  const { add, idle } = createGroupCommit({ commit, maxEvents, maxBytes });

  async function commit(batch: readonly PendingAppend[]): Promise<void> {
    let waiting = lastFailure ? rejectLate(batch, toExpiredError(lastFailure)) : batch;
    if (waiting.length === 0) return;
    const giveUpAt = Math.max(...waiting.map((append) => append.giveUpAt));
    const onRetry = (failure: Error) => {
      waiting = rejectLate(waiting, failure);
    };
    try {
      const options = { engine: 'Postgres', faultOf, toUnavailable, giveUpAt, onRetry };
      const [groups, rows] = await retryAppend(async (timeout) => {
        const asked = groupByStream(waiting);
        return [asked, await attempt(asked, timeout)] as const;
      }, options);
      lastFailure = undefined;
      waiting = groups.flatMap((group, index) => settle(group, rows[index]));
      for (const append of waiting) await commit([append]);
    } catch (error) {
      lastFailure = isOutage(error) ? error : undefined;
      if (error instanceof InvalidRequest && waiting.length > 1)
        for (const append of waiting) await commit([append]);
      else for (const append of waiting) append.reject(error as Error);
    }
  }

  async function attempt(batch: readonly EncodedAppend[], timeout: number): Promise<readonly Row[]> {
    const endsAt = performance.now() + timeout;
    const client = await connect(timeout);
    let isLost = false;
    try {
      // A server that has not responded by then counts as lost.
      const answered = { rowMode: 'array' as const, query_timeout: Math.max(1, endsAt - performance.now()) };
      return (await client.query<Row>({ ...statementOf(batch), ...answered })).rows;
    } catch (error) {
      isLost = faultOf(error) === 'unknown';
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  async function connect(timeout: number): Promise<pg.PoolClient> {
    const connecting = pool.connect();
    try {
      return await withTimeout(timeout, connecting);
    } catch (error) {
      // A connection that arrives too late goes back to the pool.
      connecting.then((client) => client.release()).catch(() => {});
      throw toUnavailable(error);
    }
  }

  return {
    /** Resolves when no append is in progress. */
    idle,
    append(append: EncodedAppend, giveUpAt: number): Promise<AppendResult> {
      const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
      const bytes = append.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
      add({ ...append, bytes, giveUpAt, resolve, reject });
      return promise;
    },
  };
}

/** Rejects the appends whose deadline has passed, and returns the others. */
function rejectLate(appends: readonly PendingAppend[], failure: Error): readonly PendingAppend[] {
  const now = performance.now();
  const isLate = ({ giveUpAt }: PendingAppend) => giveUpAt < now;
  for (const append of appends.filter(isLate)) append.reject(failure);
  return appends.filter((append) => !isLate(append));
}

function groupByStream(batch: readonly PendingAppend[]): Group[] {
  return [...Map.groupBy(batch, ({ stream }) => stream)].map(([stream, appends]) => ({
    stream,
    expected: appends.length === 1 && appends[0] ? appends[0].expected : 'any',
    events: appends.flatMap(({ events }) => events),
    appends,
  }));
}

/** Outcome of an append; `elsewhere`: one of its IDs exists in another stream. */
type Row =
  | [outcome: 'appended' | 'known', revision: string, position: string]
  | [outcome: 'conflict' | 'elsewhere'];

/**
 * Settles the appends of a group. Returns those that must be retried individually: if some of the events already
 * existed, or one can't be written, the group's outcome does not determine the outcome of each append.
 */
function settle({ appends }: Group, row: Row | undefined): readonly PendingAppend[] {
  const [outcome, revision, position = ''] = row ?? [];
  if (appends.length > 1 && outcome !== 'appended') return appends;
  // Revisions and positions within a commit have no gaps.
  let after = 0;
  for (const append of appends.toReversed()) {
    if (outcome === 'appended' || outcome === 'known')
      append.resolve({
        revision: Number(revision) - after,
        position: toPosition(BigInt(position) - BigInt(after)),
        repeated: outcome === 'known',
      });
    else append.reject(failureOf(append, outcome));
    after += append.events.length;
  }
  return [];
}

function failureOf(
  { stream, expected }: PendingAppend,
  outcome: 'conflict' | 'elsewhere' | undefined,
): Error {
  if (outcome === 'conflict') return new RevisionConflict(stream, expected);
  return outcome === 'elsewhere'
    ? new InvalidRequest('Another stream already has an event with one of these ids')
    : new AppendUnknown('The database returned no result for this append');
}

/** Data exceptions, program limits (a name too long for an index), integrity violations, untranslatable characters. */
const invalid = /^(22...|54...|23...)$/;
/** Connection exceptions, server shutdown, internal errors: a connection's last message, possibly after a commit. */
const connectionLost = /^(08...|57P..|25P..|XX...)$/;
/** Serialisation failures and deadlocks, too many connections, cancelled statements and lock timeouts. */
const retry = /^(40...|53300|57014|55P03)$/;

export function faultOf(error: unknown): AppendFault {
  // There was no connection, so the append was never sent.
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

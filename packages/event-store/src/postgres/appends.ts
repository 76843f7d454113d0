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
import { type AppendFault, reasonOf, retryAppend, waitedTooLong } from '../retry-append.ts';
import { createAppendStatement, type LogNames } from './log-schema.ts';
import { toPosition } from './read-log.ts';

const maxEvents = 1_000;
const maxBytes = 4 * 1024 * 1024;

/** An append that waits for its commit. */
export type PendingAppend = EncodedAppend & {
  /** Approximate size on the wire. */
  readonly bytes: number;
  /** By the monotonic clock. */
  readonly giveUpAt: number;
  resolve(result: AppendResult): void;
  reject(error: Error): void;
};

/** Commits the appends of a store in batches; each is retried until its own time is over. */
export function createAppends(pool: pg.Pool, names: LogNames) {
  const statementOf = createAppendStatement(names);
  const { add, idle } = createGroupCommit({ commit, maxEvents, maxBytes });

  async function commit(batch: readonly PendingAppend[]): Promise<void> {
    let waiting = rejectLate(batch, waitedTooLong());
    if (waiting.length === 0) return;
    const giveUpAt = Math.max(...waiting.map((append) => append.giveUpAt));
    const onRetry = (failure: Error) => {
      waiting = rejectLate(waiting, failure);
    };
    try {
      const options = { engine: 'Postgres', faultOf, toUnavailable, giveUpAt, onRetry };
      const rows = await retryAppend((timeout) => attempt(waiting, timeout), options);
      for (const [index, append] of waiting.entries()) settle(append, rows[index]);
    } catch (error) {
      if (error instanceof InvalidRequest && waiting.length > 1)
        for (const append of waiting) await commit([append]);
      else for (const append of waiting) append.reject(error as Error);
    }
  }

  async function attempt(batch: readonly PendingAppend[], timeout: number): Promise<readonly Row[]> {
    const endsAt = performance.now() + timeout;
    const client = await connect(timeout);
    let isLost = false;
    try {
      // A server that has not answered by then counts as lost.
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
      // One that comes too late is for others.
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

/** Rejects the appends whose time is over, and returns the others. */
function rejectLate(appends: readonly PendingAppend[], failure: Error): readonly PendingAppend[] {
  const now = performance.now();
  const isLate = ({ giveUpAt }: PendingAppend) => giveUpAt < now;
  for (const append of appends.filter(isLate)) append.reject(failure);
  return appends.filter((append) => !isLate(append));
}

type GroupCommit = {
  add(append: PendingAppend): void;
  /** Resolves when nothing is queued and no commit is in progress. */
  idle(): Promise<void>;
};

type GroupCommitOptions = {
  /** Settles every append of the batch; never rejects. */
  readonly commit: (batch: readonly PendingAppend[]) => Promise<void>;
  /** Maximum events of a batch, and maximum bytes, approximately; a larger append is committed alone. */
  readonly maxEvents: number;
  readonly maxBytes: number;
};

/**
 * Collects appends into batches: one is being committed while the next one fills. An append that arrives while idle
 * is committed at once, together with those of the same turn of the event loop. A batch holds at most one append per
 * stream, and the appends of a stream keep their order.
 */
export function createGroupCommit({ commit, maxEvents, maxBytes }: GroupCommitOptions): GroupCommit {
  const queues = new Map<string, PendingAppend[]>();
  let idle: PromiseWithResolvers<void> | undefined;

  function takeBatch(): PendingAppend[] {
    const batch: PendingAppend[] = [];
    let events = 0;
    let bytes = 0;
    for (const [append] of queues.values()) {
      if (!append) continue;
      events += append.events.length;
      bytes += append.bytes;
      if (batch.length > 0 && (events > maxEvents || bytes > maxBytes)) break;
      batch.push(append);
    }
    for (const { stream } of batch) {
      const rest = queues.get(stream)?.slice(1) ?? [];
      // The rest of a stream is queued behind the others, so that a busy stream starves none of them.
      queues.delete(stream);
      if (rest.length > 0) queues.set(stream, rest);
    }
    return batch;
  }

  async function run() {
    while (queues.size > 0) await commit(takeBatch());
    idle?.resolve();
    idle = undefined;
  }

  return {
    add(append) {
      const queue = queues.get(append.stream);
      if (queue) queue.push(append);
      else queues.set(append.stream, [append]);
      if (idle) return;
      idle = Promise.withResolvers();
      queueMicrotask(() => void run());
    },
    idle: async () => idle?.promise,
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

import type { EncodedAppend } from '../check-requests.ts';
import type { AppendResult } from '../event-store.port.ts';

/** An append that waits for its commit. */
export type PendingAppend = EncodedAppend & {
  /** Approximate size on the wire. */
  readonly bytes: number;
  /** By the monotonic clock. */
  readonly giveUpAt: number;
  resolve(result: AppendResult): void;
  reject(error: Error): void;
};

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
 * is committed at once, together with those of the same turn of the event loop. The appends of a stream keep their order;
 * a batch holds more than one of them only where they expect any revision, and none of their events twice.
 */
export function createGroupCommit({ commit, maxEvents, maxBytes }: GroupCommitOptions): GroupCommit {
  const queues = new Map<string, PendingAppend[]>();
  let idle: PromiseWithResolvers<void> | undefined;

  function takeBatch(): PendingAppend[] {
    const batch: PendingAppend[] = [];
    let events = 0;
    let bytes = 0;
    for (const [stream, queue] of [...queues]) {
      let taken = 0;
      for (const append of queue.slice(0, countTogether(queue))) {
        events += append.events.length;
        bytes += append.bytes;
        if (batch.length > 0 && (events > maxEvents || bytes > maxBytes)) break;
        batch.push(append);
        taken += 1;
      }
      if (taken === 0) break;
      // The rest of a stream is queued behind the others, so that a busy stream starves none of them.
      queues.delete(stream);
      if (taken < queue.length) queues.set(stream, queue.slice(taken));
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

/** Returns how many of a stream's appends, from the first one on, may be written as one. */
function countTogether(queue: readonly PendingAppend[]): number {
  const ids = new Set<string>();
  for (const [index, { expected, events }] of queue.entries()) {
    if (index > 0 && (expected !== 'any' || events.some(({ id }) => ids.has(id)))) return index;
    if (expected !== 'any') return 1;
    for (const { id } of events) ids.add(id);
  }
  return queue.length;
}

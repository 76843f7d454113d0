import type { EncodedAppend } from '../check-requests.ts';
import type { AppendResult } from '../event-store.port.ts';

/** An append that is waiting to be committed. */
export type PendingAppend = EncodedAppend & {
  /** Approximate size on the wire. */
  readonly bytes: number;
  /** Deadline on the monotonic clock, in milliseconds. */
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
  /** Maximum events and approximate maximum bytes per batch; a larger append is committed alone. */
  readonly maxEvents: number;
  readonly maxBytes: number;
};

/**
 * Collects appends into batches: while one is being committed, the next one fills. An append that arrives while idle is
 * committed immediately, together with others from the same turn of the event loop. Appends to a stream keep their
 * order. A batch contains several appends to one stream only if they all expect any revision and have no event in
 * common.
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
      // The rest of a stream's queue moves behind the others, so that a busy stream starves none of them.
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

/** Returns how many of a stream's appends, counted from the first, may be written together. */
function countTogether(queue: readonly PendingAppend[]): number {
  const ids = new Set<string>();
  for (const [index, { expected, events }] of queue.entries()) {
    if (index > 0 && (expected !== 'any' || events.some(({ id }) => ids.has(id)))) return index;
    if (expected !== 'any') return 1;
    for (const { id } of events) ids.add(id);
  }
  return queue.length;
}

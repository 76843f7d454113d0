import type { PendingAppend } from './pending-append.ts';

export type GroupCommit = {
  add(append: PendingAppend): void;
  /** Resolves when nothing waits and nothing is being committed. */
  idle(): Promise<void>;
};

export type GroupCommitOptions = {
  /** Settles every append of the batch; never rejects. */
  commit: (batch: readonly PendingAppend[]) => Promise<void>;
  /** Most events of one batch, and about the most bytes; a larger append goes alone. */
  maxEvents: number;
  maxBytes: number;
};

/**
 * Gathers appends into batches, one of which is being committed at a time while the next gathers. An append that
 * finds nothing under way goes at once, together with what was added in the same turn of the event loop.
 * A batch holds at most one append of a stream; those of one stream keep their order.
 */
export function createGroupCommit({ commit, maxEvents, maxBytes }: GroupCommitOptions): GroupCommit {
  const waiting = new Map<string, PendingAppend[]>();
  let busy = false;
  let whenIdle: (() => void)[] = [];

  function takeBatch(): PendingAppend[] {
    const batch: PendingAppend[] = [];
    let events = 0;
    let bytes = 0;
    for (const [append] of waiting.values()) {
      if (!append) continue;
      events += append.events.length;
      bytes += append.bytes;
      if (batch.length > 0 && (events > maxEvents || bytes > maxBytes)) break;
      batch.push(append);
    }
    for (const { stream } of batch) {
      const rest = waiting.get(stream)?.slice(1) ?? [];
      // What is left of a stream goes behind the others, so that a busy one starves nobody.
      waiting.delete(stream);
      if (rest.length > 0) waiting.set(stream, rest);
    }
    return batch;
  }

  async function run() {
    while (waiting.size > 0) await commit(takeBatch());
    busy = false;
    for (const resolve of whenIdle.splice(0)) resolve();
  }

  return {
    add(append) {
      const queue = waiting.get(append.stream);
      if (queue) queue.push(append);
      else waiting.set(append.stream, [append]);
      if (busy) return;
      busy = true;
      queueMicrotask(() => void run());
    },
    idle() {
      if (!busy) return Promise.resolve();
      return new Promise((resolve) => {
        whenIdle = [...whenIdle, resolve];
      });
    },
  };
}

/** Calls a function again and again, never twice at once. */
export type Poller = {
  /** Polls at `time` (milliseconds of `performance.now()`), or sooner where that is planned already. */
  by(time: number): void;
  /** Resolves when the poll under way, or else the next one, has ended; at once after `stop`. */
  ended(): Promise<void>;
  stop(): void;
};

/** Returns a poller of `poll`, which must not reject. After each poll `nextDelay` says how many milliseconds to wait. */
export function createPoller(poll: () => Promise<void>, nextDelay: () => number): Poller {
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let isPolling = false;
  let isStopped = false;
  let end = Promise.withResolvers<void>();

  async function run() {
    isPolling = true;
    due = Number.POSITIVE_INFINITY;
    await poll();
    isPolling = false;
    end.resolve();
    if (isStopped) return;
    end = Promise.withResolvers();
    by(performance.now() + nextDelay());
  }

  function by(time: number) {
    if (isStopped || isPolling || time >= due) return;
    due = time;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(0, time - performance.now()));
  }

  return {
    by,
    ended: () => end.promise,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      end.resolve();
    },
  };
}

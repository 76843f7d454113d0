export type Poller = {
  /** Asks within `delay` milliseconds, or sooner where that was planned already. */
  within(delay: number): void;
  stop(): void;
};

/** Asks again and again, never twice at once; after each time `nextDelay` says how long to wait. */
export function createPoller(ask: () => Promise<void>, nextDelay: () => number): Poller {
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;
  let asking = false;
  let stopped = false;

  async function run() {
    asking = true;
    due = Number.POSITIVE_INFINITY;
    await ask();
    asking = false;
    within(nextDelay());
  }

  function within(delay: number) {
    const at = performance.now() + delay;
    if (stopped || asking || at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(() => void run(), delay);
  }

  return {
    within,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

type Waiter = { readonly position: string; readonly settle: (reached: boolean) => void };

/** Readers that wait until a position has been applied. */
export function createWaiters() {
  const waiting = new Set<Waiter>();
  return {
    get size() {
      return waiting.size;
    },
    /** True once `position` is reached; false after `limit` milliseconds, or when everybody is sent away. */
    wait(position: string, limit: number): Promise<boolean> {
      return new Promise((resolve) => {
        const waiter: Waiter = {
          position,
          settle(reached) {
            clearTimeout(timer);
            waiting.delete(waiter);
            resolve(reached);
          },
        };
        const timer = setTimeout(() => waiter.settle(false), limit);
        waiting.add(waiter);
      });
    },
    reached(position: string) {
      for (const waiter of waiting) if (waiter.position <= position) waiter.settle(true);
    },
    sendAway() {
      for (const waiter of waiting) waiter.settle(false);
    },
  };
}

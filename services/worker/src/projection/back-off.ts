import { setTimeout as sleep } from 'node:timers/promises';

/** Waits longer after each failure, from `first` to `longest` milliseconds, until something succeeds. */
export function createBackOff(first: number, longest: number) {
  let delay = first;
  return {
    succeeded() {
      delay = first;
    },
    /** Resolves early when the signal is aborted. */
    async wait(signal: AbortSignal): Promise<void> {
      const milliseconds = delay;
      delay = Math.min(delay * 2, longest);
      await sleep(milliseconds, undefined, { signal }).catch(() => {});
    },
  };
}

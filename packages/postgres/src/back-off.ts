import { setTimeout as sleep } from 'node:timers/promises';

export type BackOffOptions = {
  /** Milliseconds; default 50. */
  readonly first?: number;
  /** Milliseconds; default 2,000. */
  readonly longest?: number;
};

export type BackOff = {
  /** Waits `first`, then doubling up to `longest`, each a random quarter shorter at most. Resolves at once when aborted. */
  wait(signal?: AbortSignal): Promise<void>;
  /** Begin again with the shortest wait. */
  reset(): void;
};

/** How long to wait before the next attempt at something that failed. */
export function createBackOff({ first = 50, longest = 2_000 }: BackOffOptions = {}): BackOff {
  let next = Math.min(first, longest);
  return {
    async wait(signal) {
      // Many clients of a server that comes back should not knock at one moment.
      const pause = next * (1 - Math.random() / 4);
      next = Math.min(next * 2, longest);
      await sleep(pause, undefined, signal ? { signal } : {}).catch(() => {});
    },
    reset() {
      next = Math.min(first, longest);
    },
  };
}

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
export function createBackOff(options: BackOffOptions = {}): BackOff {
  const pauses = createPauses(options);
  return {
    async wait(signal) {
      await sleep(pauses.next(), undefined, signal ? { signal } : {}).catch(() => {});
    },
    reset: pauses.reset,
  };
}

/** The waits of a back-off in milliseconds, one after the other. */
export function createPauses({ first = 50, longest = 2_000 }: BackOffOptions) {
  let whole = Math.min(first, longest);
  return {
    next(): number {
      // Many clients of a server that comes back should not knock at one moment.
      const pause = whole * (1 - Math.random() / 4);
      whole = Math.min(whole * 2, longest);
      return pause;
    },
    reset(): void {
      whole = Math.min(first, longest);
    },
  };
}

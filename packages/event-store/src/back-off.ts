import { setTimeout as sleep } from 'node:timers/promises';

export type BackOff = {
  /** Waits longer each time: 50 ms, doubling, up to 2 s, a random quarter shorter. Resolves at once when aborted. */
  wait(signal?: AbortSignal): Promise<void>;
  /** Begin again with the shortest wait. */
  reset(): void;
};

const shortest = 50;
const longest = 2_000;

export function createBackOff(): BackOff {
  let next = shortest;
  return {
    async wait(signal) {
      // Many clients of a server that comes back should not knock at one moment.
      const pause = next * (1 - Math.random() / 4);
      next = Math.min(next * 2, longest);
      await sleep(pause, undefined, signal ? { signal } : {}).catch(() => {});
    },
    reset() {
      next = shortest;
    },
  };
}

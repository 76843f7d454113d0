import { sleep } from '@journal/service-kit/async';

/** How fast copies go out: evenly, at a rate that gives way to a busy server. */
export type Pace = {
  /** Resolves when the next copy may go, in the order of the calls; at once where the signal is aborted. */
  next(signal: AbortSignal): Promise<void>;
  /** The server was busy: half as fast from now on, down to one in a minute. */
  slowDown(): void;
  /** The server took one: a hundredth of the full rate faster, up to that. */
  speedUp(): void;
};

/** Returns a pace of so many a second at most; without end where that is left out. */
export function createPace(perSecond = Number.POSITIVE_INFINITY, now = () => performance.now()): Pace {
  const slowest = Math.min(perSecond, 1 / 60);
  let rate = perSecond;
  let nextAt = 0;
  return {
    async next(signal) {
      if (rate === Number.POSITIVE_INFINITY) return;
      const current = now();
      const at = Math.max(current, nextAt);
      nextAt = at + 1_000 / rate;
      if (at > current) await sleep(at - current, signal);
    },
    slowDown() {
      // Without a rate there is none to halve: it goes by what the server can take from here on.
      rate = Math.max(slowest, Math.min(rate, 1_000) / 2);
    },
    speedUp() {
      if (rate < perSecond) rate = Math.min(perSecond, rate + Math.min(perSecond, 1_000) / 100);
    },
  };
}

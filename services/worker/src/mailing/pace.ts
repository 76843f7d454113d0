import { sleep } from '@journal/service-kit/async';

/** Rate limiter for copies: evenly spaced, and slowed down when the server is busy. */
export type Pace = {
  /** Resolves when the next copy may be sent, in the order of the calls; immediately if the signal is aborted. */
  next(signal: AbortSignal): Promise<void>;
  /** The server was busy: halves the rate, down to one per minute. */
  slowDown(): void;
  /** The server accepted a copy: raises the rate by a hundredth of the full rate, up to the full rate. */
  speedUp(): void;
};

/** Returns a pace of at most `perSecond` copies per second; unlimited by default. */
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
      // An unlimited rate can't be halved: start from 1,000 per second and adapt to the server from there.
      rate = Math.max(slowest, Math.min(rate, 1_000) / 2);
    },
    speedUp() {
      if (rate < perSecond) rate = Math.min(perSecond, rate + Math.min(perSecond, 1_000) / 100);
    },
  };
}

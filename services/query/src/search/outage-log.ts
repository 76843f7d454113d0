import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds between two lines about the same outage. */
const reminder = 600_000;
/** Milliseconds without a failure, after which one that is answered ends the outage. */
const calm = 10_000;

export type OutageLog = {
  failed(error: unknown, log: Pick<FastifyBaseLogger, 'warn'>): void;
  answered(log: Pick<FastifyBaseLogger, 'info'>): void;
};

/**
 * Says once that searches fail and why, however many do, and once that they are answered again. While they go on
 * failing it says so every ten minutes, with how many it has left out. `now` gives milliseconds.
 */
export function createOutageLog(now: () => number = () => performance.now()): OutageLog {
  let failures = 0;
  let told = 0;
  let lastTold = 0;
  let lastFailure = 0;

  return {
    failed(error, log) {
      lastFailure = now();
      failures++;
      if (failures > 1 && lastFailure - lastTold < reminder) return;
      log.warn({ err: error, leftOut: failures - 1 - told }, 'searches fail');
      told = failures;
      lastTold = lastFailure;
    },
    answered(log) {
      if (failures === 0 || now() - lastFailure < calm) return;
      log.info({ failed: failures }, 'searches are answered again');
      failures = 0;
      told = 0;
    },
  };
}

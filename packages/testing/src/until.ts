import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds: less than the test timeout, so that the last failure is reported; long enough for a busy machine. */
const timeout = 45_000;
const interval = 10;

/** Resolves with what `check` returns once it passes; rejects with its last failure after 45 s. */
export async function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (failure) {
      if (performance.now() > deadline) throw failure;
    }
    await sleep(interval);
  }
}

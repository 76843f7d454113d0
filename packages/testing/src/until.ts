import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds: less than a test may take, so that its last failure is shown; enough for a busy machine. */
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

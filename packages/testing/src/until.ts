import { setTimeout as sleep } from 'node:timers/promises';

/** Less than a test may take, so that its last failure is told; more than anything takes on a machine that is busy. */
const patience = 45_000;
const interval = 10;

/** Gives what `check` gives when it passes for the first time; rejects with its last failure after 45 s. */
export async function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (failure) {
      if (performance.now() > deadline) throw failure;
    }
    await sleep(interval);
  }
}

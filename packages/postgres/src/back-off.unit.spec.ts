import { expect, it } from 'vitest';
import { createBackOff, createPauses } from './back-off.ts';

function expectWithin(pauses: ReturnType<typeof createPauses>, longest: readonly number[]) {
  for (const limit of longest) {
    const pause = pauses.next();
    expect(pause).toBeLessThanOrEqual(limit);
    expect(pause).toBeGreaterThanOrEqual(limit * 0.75);
  }
}

it('doubles from the first wait to the longest, and begins anew after a success', () => {
  const pauses = createPauses({ first: 100, longest: 500 });
  expectWithin(pauses, [100, 200, 400, 500, 500]);
  pauses.reset();
  expectWithin(pauses, [100, 200]);
});

it('never waits longer than the longest, be the first longer', () => {
  const pauses = createPauses({ first: 1_000, longest: 50 });
  expectWithin(pauses, [50, 50]);
  pauses.reset();
  expectWithin(pauses, [50]);
});

it('waits as long as it says, and longer the next time', async () => {
  const backOff = createBackOff({ first: 20, longest: 1_000 });
  for (const least of [15, 30]) {
    const began = performance.now();
    await backOff.wait();
    // A timer counts whole milliseconds.
    expect(performance.now() - began).toBeGreaterThan(least - 2);
  }
});

it('ends at once when aborted', async () => {
  const stop = new AbortController();
  const waiting = createBackOff({ first: 1_000_000, longest: 1_000_000 }).wait(stop.signal);
  stop.abort();
  await waiting;
});

import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { createBackOff } from './back-off.ts';

vi.mock('node:timers/promises', { spy: true });
const slept = vi.mocked(sleep);
beforeEach(() => void slept.mockReset());

/** What it would wait, one after the other, without waiting. */
async function waits(backOff: ReturnType<typeof createBackOff>, count: number) {
  slept.mockReset().mockResolvedValue(undefined);
  for (let turn = 0; turn < count; turn += 1) await backOff.wait();
  return slept.mock.calls.map(([milliseconds]) => milliseconds ?? 0);
}

function expectWithin(pauses: readonly number[], longest: readonly number[]) {
  expect(pauses).toHaveLength(longest.length);
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeLessThanOrEqual(longest[index] ?? 0);
    expect(pause).toBeGreaterThanOrEqual((longest[index] ?? 0) * 0.75);
  }
}

it('doubles from the first wait to the longest, and begins anew after a success', async () => {
  const backOff = createBackOff({ first: 100, longest: 500 });
  expectWithin(await waits(backOff, 5), [100, 200, 400, 500, 500]);
  backOff.reset();
  expectWithin(await waits(backOff, 2), [100, 200]);
});

it('never waits longer than the longest, be the first longer', async () => {
  const backOff = createBackOff({ first: 1_000, longest: 50 });
  expectWithin(await waits(backOff, 2), [50, 50]);
  backOff.reset();
  expectWithin(await waits(backOff, 1), [50]);
});

it('ends at once when aborted', async () => {
  const stop = new AbortController();
  const waiting = createBackOff({ first: 1_000_000, longest: 1_000_000 }).wait(stop.signal);
  stop.abort();
  await waiting;
});

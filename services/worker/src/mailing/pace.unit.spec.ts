import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Resolves with how many of 200 concurrent calls resolved within the given number of seconds. */
async function wentWithin(pace: ReturnType<typeof createPace>, seconds: number) {
  const end = new AbortController();
  let went = 0;
  const calls = Array.from({ length: 200 }, () =>
    pace.next(end.signal).then(() => {
      if (!end.signal.aborted) went++;
    }),
  );
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
  end.abort();
  await Promise.all(calls);
  return went;
}
const paceOf = (perSecond?: number) => createPace(perSecond, () => Date.now());

it('the pace keeps its rate with many concurrent callers', async () => {
  expect(await wentWithin(paceOf(2), 10)).toBe(20);
});

it('the pace halves each time the server is busy, never stops, and recovers to its original rate', async () => {
  const pace = paceOf(8);
  pace.slowDown();
  pace.slowDown();
  expect(await wentWithin(pace, 10)).toBe(20);
  for (let times = 0; times < 100; times++) pace.slowDown();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await wentWithin(pace, 121)).toBe(3);
  for (let times = 0; times < 100; times++) pace.speedUp();
  await vi.advanceTimersByTimeAsync(100_000_000);
  expect(await wentWithin(pace, 10)).toBe(80);
  pace.speedUp();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await wentWithin(pace, 10)).toBe(80);
});

it('without a rate, the pace delays nobody until the server is busy', async () => {
  const pace = paceOf();
  expect(await wentWithin(pace, 0.001)).toBe(200);
  for (let times = 0; times < 10; times++) pace.slowDown();
  expect(await wentWithin(pace, 4)).toBeLessThan(10);
});

import { expect, it } from 'vitest';
import { backOffAfter, defaultRetries } from './job-back-off.ts';

const pauses = (chance: number) =>
  Array.from({ length: defaultRetries.attempts - 1 }, (_, index) =>
    backOffAfter(index + 1, defaultRetries, chance),
  );

it('doubles from five seconds up to ten minutes', () => {
  expect(pauses(0).slice(0, 9)).toEqual([
    5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000,
  ]);
  expect(new Set(pauses(0).slice(7))).toEqual(new Set([600_000]));
});

it('is a quarter shorter at most, so that jobs that failed together do not come back together', () => {
  expect(pauses(1)).toEqual(pauses(0).map((pause) => pause * 0.75));
  for (let turn = 0; turn < 100; turn++) {
    const pause = backOffAfter(3, defaultRetries);
    expect(pause).toBeGreaterThanOrEqual(15_000);
    expect(pause).toBeLessThanOrEqual(20_000);
  }
});

it('goes on for about eight hours, also for a job that has been tried very often', () => {
  const hours = pauses(0.5).reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(6);
  expect(hours).toBeLessThan(8.5);
  expect(backOffAfter(5_000, defaultRetries, 0)).toBe(600_000);
});

import type { EventLoopUtilization } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectGarbageAtRest } from './garbage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('garbage is collected once when the load drops after the start and after each busy period', () => {
  const collect = vi.fn();
  let share = 0.5;
  const utilization = (since?: EventLoopUtilization): EventLoopUtilization =>
    since ? { utilization: share, active: share * 10_000, idle: 0 } : { utilization: 0, active: 0, idle: 0 };
  collectGarbageAtRest({ interval: 10_000, collect, utilization });
  const collectedAfter = (next: number, intervals: number) => {
    share = next;
    vi.advanceTimersByTime(intervals * 10_000);
    return collect.mock.calls.length;
  };
  expect(collectedAfter(0.5, 3)).toBe(0);
  expect(collectedAfter(0.01, 1)).toBe(1);
  expect(collectedAfter(0.01, 5)).toBe(1);
  expect(collectedAfter(0.9, 3)).toBe(1);
  expect(collectedAfter(0.01, 5)).toBe(2);
  expect(collectedAfter(0.9, 1)).toBe(2);
  expect(collectedAfter(0.01, 2)).toBe(3);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPosition } from './position.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a wait for a position succeeds immediately if it was reached, or when it moves there or beyond', async () => {
  const position = createPosition();
  position.moveTo('02');
  expect(await position.reaches('02', 0)).toBe(true);
  const waits = Promise.all(['03', '04', '05'].map((wanted) => position.reaches(wanted, 50)));
  expect(position.isAwaited).toBe(true);
  for (const next of ['03', '01', '04']) position.moveTo(next);
  await vi.advanceTimersByTimeAsync(50);
  expect(await waits).toEqual([true, true, false]);
  expect([position.isAwaited, position.current]).toEqual([false, '04']);
});

it('a wait for a position fails at its timeout, or when all waits are ended', async () => {
  const position = createPosition();
  let settled: boolean | undefined;
  const wait = position.reaches('01', 50).then((reached) => {
    settled = reached;
  });
  await vi.advanceTimersByTimeAsync(49);
  expect(settled).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await wait;
  expect(settled).toBe(false);
  const ended = position.reaches('01', 50);
  position.endWaits();
  expect([await ended, vi.getTimerCount()]).toEqual([false, 0]);
});

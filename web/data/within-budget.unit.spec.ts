import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinBudget } from './within-budget.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Resolves with the result of waiting 10 ms for work that takes `duration` milliseconds. */
async function outcomeOf(duration: number) {
  const work = new Promise<string>((resolve) => setTimeout(resolve, duration, 'done'));
  const outcome = withinBudget(work, 10);
  await vi.advanceTimersByTimeAsync(duration);
  return outcome;
}

it.each([
  [9, 'done'],
  [11, undefined],
])('with a budget of 10 ms, work of %i ms resolves with %s', async (duration, outcome) => {
  expect(await outcomeOf(duration)).toBe(outcome);
});

it.each([
  [79, 'done'],
  [81, undefined],
])('work of %i ms resolves with %s if all timers are late', async (duration, outcome) => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => 2 * now());
  expect(await outcomeOf(duration)).toBe(outcome);
});

it('the result rejects if the work does, and no timer is left', async () => {
  await expect(withinBudget(Promise.reject(new Error('down')), 10)).rejects.toThrow('down');
  expect(await withinBudget(Promise.resolve('done'), 10)).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

it('the result waits only for the current turn of the event loop if the budget is used up', async () => {
  const answered = Promise.resolve('done').then((text) => text);
  expect(await withinBudget(answered, 0)).toBe('done');
  expect(await withinBudget(new Promise(() => {}), 0)).toBeUndefined();
});

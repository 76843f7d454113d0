import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generateLoad } from './arrivals.ts';

test('requests that arrive during a 400 ms stall are timed from their arrival', async () => {
  const began = performance.now();
  const free = () => sleep(Math.max(0, began + 400 - performance.now()), true);
  const next = () => ({ kind: 'read', send: free });
  const arrivals = await generateLoad({ rate: 100, seconds: 0.6, maxConcurrent: 100, next });
  expect(arrivals).toHaveLength(60);
  const waited = arrivals.filter(({ took }) => took > 100);
  expect(waited.length).toBeGreaterThanOrEqual(25);
  expect(Math.max(...arrivals.map(({ took }) => took))).toBeGreaterThan(350);
});

test('a request beyond the concurrency limit fails, and its time includes how long the sender was blocked', async () => {
  let isFirst = true;
  const arrivals = await generateLoad({
    rate: 100,
    seconds: 0.3,
    maxConcurrent: 1,
    next: () => ({
      kind: 'read',
      async send() {
        if (!isFirst) return true;
        isFirst = false;
        const until = performance.now() + 150;
        while (performance.now() < until);
        return sleep(50, true);
      },
    }),
  });
  expect(arrivals.some(({ isOk, took }) => !isOk && took > 50)).toBe(true);
  expect(arrivals.at(-1)?.isOk).toBe(true);
});

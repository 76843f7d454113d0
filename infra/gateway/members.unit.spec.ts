import { expect, onTestFinished, test, vi } from 'vitest';
import { untilReady } from './members.ts';

test('a start waits for its services although the clock is set forward meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const ask = async () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    return { isOk: ++asked === 2, body: '{}' };
  };
  await untilReady({ name: 'worker', ask }, { check() {} });
  expect(asked).toBe(2);
});

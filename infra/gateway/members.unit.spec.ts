import { expect, onTestFinished, test, vi } from 'vitest';
import { untilReady, untilUsable } from './members.ts';

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

test.each([
  ['goes on without a service that answers and still fills its read models', true],
  ['fails if a service does not answer', false],
])('a start %s', async (_what, isAnswering) => {
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => reported.mockRestore());
  const ask = async (path: string) => {
    if (!isAnswering) throw new Error('connect ECONNREFUSED');
    return { isOk: path === '/health/live', body: 'catching up' };
  };
  const started = untilUsable({ name: 'query 1', ask }, { check() {} }, 10);
  if (isAnswering) await started;
  else await expect(started).rejects.toThrow('query 1 was not ready within 0.01 s: no answer');
  expect(reported.mock.calls).toEqual(
    isAnswering ? [['query 1 was not ready within 0.01 s: catching up; starting all the same\n']] : [],
  );
});

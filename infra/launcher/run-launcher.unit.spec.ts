import { expect, it, onTestFinished, vi } from 'vitest';
import { Phases } from './run-launcher.ts';

it('a start reports every 15 s the step that it waits for, until that has ended', async () => {
  vi.useFakeTimers();
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    reported.mockRestore();
    vi.useRealTimers();
  });
  const migrated = Promise.withResolvers<void>();
  const running = new Phases().run('services', () => migrated.promise);
  await vi.advanceTimersByTimeAsync(31_000);
  migrated.resolve();
  await running;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(reported.mock.calls.map(([line]) => line)).toEqual([
    'Still starting (services) after 15 s …\n',
    'Still starting (services) after 30 s …\n',
  ]);
});

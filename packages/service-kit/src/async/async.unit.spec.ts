import { describe, expect, it } from 'vitest';
import { abortable, type Backoff, createBackoff, sleep, withTimeout } from './async.ts';

const never = new Promise<never>(() => {});

describe('withTimeout', () => {
  it('settles as the work does when that is in time', async () => {
    await expect(withTimeout(1_000, Promise.resolve('done'))).resolves.toBe('done');
    await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('rejects with the given error when the work takes longer, and ignores its later failure', async () => {
    const work = Promise.withResolvers<never>();
    await expect(withTimeout(5, work.promise)).rejects.toThrow('Timed out after 5 ms');
    await expect(withTimeout(5, work.promise, () => new TypeError('late'))).rejects.toThrow(TypeError);
    work.reject(new Error('unobserved'));
    await sleep(1);
  });
});

describe('abortable', () => {
  it('settles as the work does while the signal is not aborted', async () => {
    const { signal } = new AbortController();
    await expect(abortable(Promise.resolve('done'), signal)).resolves.toBe('done');
    await expect(abortable(Promise.resolve('done'), undefined)).resolves.toBe('done');
    await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it('rejects with the reason of a signal aborted before or during the work', async () => {
    const stop = new AbortController();
    const waiting = abortable(never, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(abortable(never, stop.signal)).rejects.toThrow('stopped');
  });
});

describe('createBackoff', () => {
  const expectDelays = (backoff: Backoff, longest: readonly number[]) => {
    for (const limit of longest) {
      const delay = backoff.next();
      expect(delay).toBeLessThanOrEqual(limit);
      expect(delay).toBeGreaterThanOrEqual(limit * 0.75);
    }
  };

  it('doubles from the initial delay up to the longest, and starts again after a reset', () => {
    const backoff = createBackoff({ initial: 100, max: 500 });
    expectDelays(backoff, [100, 200, 400, 500, 500]);
    backoff.reset();
    expectDelays(backoff, [100, 200]);
  });

  it('never exceeds the longest delay, even with a longer initial one', () => {
    const backoff = createBackoff({ initial: 1_000, max: 50 });
    expectDelays(backoff, [50, 50]);
    backoff.reset();
    expectDelays(backoff, [50]);
  });

  it('waits for as long as it says, and longer the next time', async () => {
    const backoff = createBackoff({ initial: 20, max: 1_000 });
    for (const least of [15, 30]) {
      const startedAt = performance.now();
      await backoff.wait();
      // A timer counts whole milliseconds.
      expect(performance.now() - startedAt).toBeGreaterThan(least - 2);
    }
  });

  it('stops waiting when aborted, before or during the wait', async () => {
    const stop = new AbortController();
    const backoff = createBackoff({ initial: 1_000_000, max: 1_000_000 });
    const waiting = backoff.wait(stop.signal);
    stop.abort();
    await waiting;
    await backoff.wait(stop.signal);
  });
});

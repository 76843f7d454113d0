import { describe, expect, it } from 'vitest';
import { abortable, createBackoff, sleep, withTimeout } from './async.ts';

const never = new Promise<never>(() => {});

describe('withTimeout', () => {
  it('settles like the work if it finishes in time', async () => {
    await expect(withTimeout(1_000, Promise.resolve('done'))).resolves.toBe('done');
    await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('rejects with the given error if the work takes longer, and ignores its later failure', async () => {
    const work = Promise.withResolvers<never>();
    await expect(withTimeout(5, work.promise)).rejects.toThrow('Timed out after 5 ms');
    await expect(withTimeout(5, work.promise, () => new TypeError('late'))).rejects.toThrow(TypeError);
    work.reject(new Error('unobserved'));
    await sleep(1);
  });
});

describe('abortable', () => {
  it('settles like the work while the signal is not aborted', async () => {
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
  it.each([
    [{ initial: 100, max: 500 }, [100, 200, 400, 500, 500]],
    [{ initial: 1_000, max: 50 }, [50, 50]],
  ])(
    'with %j doubles delays up to the maximum, with up to a quarter of jitter, and restarts after a reset',
    (options, limits) => {
      const backoff = createBackoff(options);
      for (const limit of [...limits, 'reset', ...limits] as const) {
        if (limit === 'reset') {
          backoff.reset();
          continue;
        }
        const delay = backoff.next();
        expect(delay).toBeLessThanOrEqual(limit);
        expect(delay).toBeGreaterThanOrEqual(limit * 0.75);
      }
    },
  );

  it('waits for increasing delays, and stops waiting when aborted', async () => {
    const backoff = createBackoff({ initial: 20, max: 1_000 });
    for (const least of [15, 30]) {
      const startedAt = performance.now();
      await backoff.wait();
      // Timers round to whole milliseconds.
      expect(performance.now() - startedAt).toBeGreaterThan(least - 2);
    }
    const stop = new AbortController();
    const long = createBackoff({ initial: 1_000_000, max: 1_000_000 });
    const waiting = long.wait(stop.signal);
    stop.abort();
    await waiting;
    await long.wait(stop.signal);
  });
});

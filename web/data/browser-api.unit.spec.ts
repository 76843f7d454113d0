import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserApi } from './browser-api.ts';

/** Answers only by giving up. */
const silent = (_path: string, { signal }: RequestInit = {}) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silent);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('gives up a read that nobody answers within 20 s', async () => {
  const failed = vi.fn();
  const read = browserApi.get('/api/stats').catch(failed);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await read;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
});

it('gives up a search within 8 s: who types does not wait for longer', async () => {
  const failed = vi.fn();
  const read = browserApi.get('/api/search?q=lighthouse').catch(failed);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await read;
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
});

it('gives up at once a read that nobody wants any more', async () => {
  const left = new AbortController();
  const read = browserApi.get('/api/stats', left.signal);
  left.abort();
  await expect(read).rejects.toMatchObject({ status: 503 });
  expect(vi.getTimerCount()).toBe(0);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserApi } from './api.ts';

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

it.each([
  ['a read', 20_000, '/api/stats'],
  ['a search, since who types does not wait for longer,', 8_000, '/api/search?q=lighthouse'],
])('gives up %s that nobody answers within %i ms', async (_what, timeout, path) => {
  const failed = vi.fn();
  const read = browserApi.get(path).catch(failed);
  await vi.advanceTimersByTimeAsync(timeout - 1);
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

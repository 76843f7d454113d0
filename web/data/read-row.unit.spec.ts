import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readRow } from './read-row.ts';

/** Answers only by giving up. */
const silent = (_path: string, { signal }: RequestInit = {}) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('gives up a row that nobody answers within 20 s', async () => {
  vi.stubGlobal('fetch', silent);
  const failed = vi.fn();
  void readRow('/api/articles/1').catch(failed);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
});

it('gives up at once a row that nobody wants any more', async () => {
  vi.stubGlobal('fetch', silent);
  const left = new AbortController();
  const read = readRow('/api/articles/1', left.signal);
  left.abort();
  await expect(read).rejects.toMatchObject({ status: 503 });
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  [200, '{"id":1}', { row: { id: 1 }, etag: '"7"' }],
  [404, '{"error":"gone"}', null],
])('answers %s with what is to be edited', async (status, body, given) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { etag: '"7"' } }));
  expect(await readRow('/api/articles/1')).toEqual(given);
});

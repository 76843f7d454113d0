import type { ApiResponse, Transport } from '@journal/contracts';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAs, readTimeout, sessionCookie } from './visitor-api.ts';

const warn = vi.fn();
const request = { id: 'request-1', headers: {}, log: { warn } } as unknown as FastifyRequest;

/** Answers only by giving up. */
const silent: Transport = (_path, { signal }) =>
  new Promise<ApiResponse>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('reading as a visitor', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    warn.mockClear();
  });
  afterEach(() => void vi.useRealTimers());

  it('ends when it takes too long, and says so in the log', async () => {
    const read = readAs(request, silent, new AbortController().signal)('/api/stats');
    const failure = expect(read).rejects.toThrow('No answer came in time');
    await vi.advanceTimersByTimeAsync(readTimeout - 1);
    expect(warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failure;
    expect(warn).toHaveBeenCalledOnce();
  });

  it('waits as long as it is told to', async () => {
    const read = readAs(request, silent, new AbortController().signal, 5_000)('/api/stats');
    const failure = expect(read).rejects.toThrow('No answer came in time');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failure;
  });

  it('gives a visitor with a position the time to see it reached', async () => {
    const carrying = { ...request, headers: { 'journal-position': '7' } } as unknown as FastifyRequest;
    const read = readAs(carrying, silent, new AbortController().signal)('/api/stats');
    const failure = expect(read).rejects.toThrow('No answer came in time');
    await vi.advanceTimersByTimeAsync(readTimeout + 1_999);
    expect(warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failure;
  });

  it('times out where the transport ignores its signal, and logs answers of 5xx too', async () => {
    const deaf: Transport = () => new Promise(() => {});
    const answering =
      (status: number): Transport =>
      async () => ({ status, headers: {}, body: '' });
    const reads = [deaf, answering(200), answering(404), answering(503)].map((api) =>
      readAs(request, api, new AbortController().signal)('/').catch(() => {}),
    );
    await vi.advanceTimersByTimeAsync(readTimeout);
    await Promise.all(reads);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('ends when the visitor leaves, and that is nothing to log', async () => {
    const left = new AbortController();
    const read = readAs(request, silent, left.signal);
    const failures = Promise.all(
      [read('/api/stats'), read('/api/articles')].map((one) => expect(one).rejects.toThrow()),
    );
    left.abort();
    await failures;
    await expect(read('/api/late')).rejects.toThrow();
    expect(warn).not.toHaveBeenCalled();
  });

  it('holds on to nothing once it is answered', async () => {
    const answered = async () => ({ status: 200, headers: {}, body: '{}' });
    await readAs(request, answered, new AbortController().signal)('/api/stats');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('logs an API that fails', async () => {
    const failing = async () => ({ status: 500, headers: {}, body: '' });
    await readAs(request, failing, new AbortController().signal)('/api/stats');
    expect(warn).toHaveBeenCalledWith({ path: '/api/stats', status: 500 }, expect.any(String));
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['theme=dark; journalist=1; journal=', undefined],
  ['theme=dark; journal=abc%3D; other=1', 'journal=abc%3D'],
  ['__Host-journal=abc', '__Host-journal=abc'],
])('of %j sends on %j', (header, sent) => {
  expect(sessionCookie(header)).toBe(sent);
});

import type { ApiResponse, Transport } from '@journal/contracts';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultReadTimeout, readAs, sessionCookie } from './visitor.ts';

const warn = vi.fn();
const requestWith = (headers: Record<string, string>) =>
  ({ id: 'request-1', headers, log: { warn } }) as unknown as FastifyRequest;
const request = requestWith({});

/** Never responds, but rejects when aborted. */
const silent: Transport = (_path, { signal }) =>
  new Promise<ApiResponse>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
const deaf: Transport = () => new Promise(() => {});
const answering =
  (status: number): Transport =>
  async () => ({ status, headers: {}, body: '{}' });

describe('reading as a visitor', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    warn.mockClear();
  });
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['a second', request, silent, undefined, defaultReadTimeout],
    ['a second if the transport ignores its signal', request, deaf, undefined, defaultReadTimeout],
    ['as long as the given timeout', request, silent, 5_000, 5_000],
    [
      'longer for a position',
      requestWith({ 'journal-position': '7' }),
      silent,
      undefined,
      defaultReadTimeout + 2_000,
    ],
  ])('waits %s, and logs that no answer came', async (_for, visitor, transport, timeout, time) => {
    const read = readAs(visitor, transport, new AbortController().signal, timeout)('/api/stats');
    const failure = expect(read).rejects.toThrow('No answer came in time');
    await vi.advanceTimersByTimeAsync(time - 1);
    expect(warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await failure;
    expect(warn).toHaveBeenCalledOnce();
  });

  it('ends without logging when the visitor disconnects', async () => {
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

  it('logs a failing API without the search query, and leaves no timer running', async () => {
    for (const status of [200, 404, 503])
      await readAs(request, answering(status), new AbortController().signal)('/api/search?q=somebody');
    expect(warn.mock.calls).toEqual([[{ path: '/api/search', status: 503 }, expect.any(String)]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  /** Refuses connections until `from`, as the only query process does while it is being replaced. */
  const refusingUntil = (from: number): Transport => {
    const began = performance.now();
    return async (path, asked) => {
      if (performance.now() - began >= from) return answering(200)(path, asked);
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    };
  };

  it('waits 2 s for a query process that refuses connections, and no longer', async () => {
    const read = readAs(request, refusingUntil(1_900), new AbortController().signal)('/api/stats');
    const late = readAs(request, refusingUntil(5_000), new AbortController().signal)('/api/stats');
    const failure = expect(late).rejects.toThrow('fetch failed');
    await vi.advanceTimersByTimeAsync(2_200);
    await expect(read).resolves.toMatchObject({ status: 200 });
    await failure;
    expect(warn).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not retry a read that may have been received, nor for a visitor who has disconnected', async () => {
    const cut = vi.fn<Transport>(() =>
      Promise.reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' })),
    );
    await expect(readAs(request, cut, new AbortController().signal)('/api/stats')).rejects.toThrow('cut');
    expect(cut).toHaveBeenCalledOnce();
    const left = new AbortController();
    const read = readAs(request, refusingUntil(1_000), left.signal)('/api/stats');
    const failure = expect(read).rejects.toThrow();
    left.abort();
    await vi.advanceTimersByTimeAsync(200);
    await failure;
  });

  it('lets at most 256 reads wait for a connection', async () => {
    const refusing = refusingUntil(10_000);
    const read = () => readAs(request, refusing, new AbortController().signal)('/api/stats');
    const settled = vi.fn();
    const reads = Array.from({ length: 257 }, () => read().catch(settled));
    await vi.advanceTimersByTimeAsync(50);
    expect(settled).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2_200);
    await Promise.all(reads);
    expect(settled).toHaveBeenCalledTimes(257);
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['theme=dark; journalist=1; journal=', undefined],
  ['theme=dark; journal=abc%3D; other=1', 'journal=abc%3D'],
  ['__Host-journal=abc', '__Host-journal=abc'],
])('the cookie header %j is reduced to the session cookie %j', (header, sent) => {
  expect(sessionCookie(header)).toBe(sent);
});

import { positionHeader } from '@journal/contracts';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageRegistry } from '../pages/page-registry.ts';
import type { KeptPages } from './kept-pages.ts';
import { createKeptResponder } from './kept-responder.ts';
import { createEarlyReads } from './watched-reads.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests a page with a session whose read takes `duration` milliseconds, and a position that is never reached. */
async function ask(duration: number) {
  const reaches = vi.fn(async (_wanted: string, timeout: number) => {
    await new Promise((resolve) => setTimeout(resolve, timeout));
    return false;
  });
  const respond = createKeptResponder({
    kept: { cache: { get: () => undefined }, follower: { isCurrent: true, reaches } } as unknown as KeptPages,
    pages: { readingParams: () => [] } as unknown as PageRegistry,
    async transport() {
      await new Promise((resolve) => setTimeout(resolve, duration));
      return { status: 200, headers: { [positionHeader]: '7' }, body: 'null' };
    },
    log: Fastify().log,
    early: createEarlyReads(),
  });
  const since = performance.now();
  const headers = { cookie: 'journal=somebody' };
  const client = { requestId: () => 'request', onClose: () => undefined };
  const answer = Promise.resolve(respond({ method: 'GET', url: '/', headers }, client)).then((found) => ({
    found,
    after: performance.now() - since,
  }));
  await vi.runAllTimersAsync();
  return { ...(await answer), waits: reaches.mock.calls };
}

it.each([
  [0, [['7', 50]]],
  [40, [['7', 10]]],
  [60, []],
])(
  'a cached page is given up after 50 ms in total if reading the session takes %i ms',
  async (duration, waits) => {
    expect(await ask(duration)).toEqual({ found: undefined, after: 50, waits });
  },
);

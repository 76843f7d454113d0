import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpTransport, type HttpTransportOptions, Origins } from './transport.ts';

describe('several instances of a service', () => {
  it('are used round-robin', () => {
    const origins = new Origins('http://a:1,http://b:2/,http://c:3');
    const firsts = Array.from({ length: 4 }, () => origins.nextOrder()[0]);
    expect(firsts).toEqual(['http://a:1', 'http://b:2', 'http://c:3', 'http://a:1']);
  });

  it('are tried last for 1 s after they failed to respond', () => {
    let now = 0;
    const origins = new Origins('http://a:1,http://b:2', () => now);
    origins.markUnresponsive('http://a:1');
    expect(origins.nextOrder()).toEqual(['http://b:2', 'http://a:1']);
    expect(origins.nextOrder()).toEqual(['http://b:2', 'http://a:1']);
    now = 1_000;
    expect(origins.nextOrder()).toEqual(['http://a:1', 'http://b:2']);
  });

  it('are no longer tried last after 1 s, even if the clock was set back', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      const origins = new Origins('http://a:1,http://b:2');
      origins.markUnresponsive('http://a:1');
      vi.setSystemTime(Date.now() - 3_600_000);
      expect(origins.nextOrder()).toEqual(['http://b:2', 'http://a:1']);
      vi.advanceTimersByTime(1_000);
      expect([origins.nextOrder()[0], origins.nextOrder()[0]].sort()).toEqual(['http://a:1', 'http://b:2']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('requests over HTTP', () => {
  const asked: string[] = [];
  const hung = createServer(() => asked.push('hung'));
  const broken = createServer(({ socket }) => {
    asked.push('broken');
    socket.destroy();
  });
  const well = createServer((_request, response) => {
    asked.push('well');
    response.end('{}');
  });
  const servers = { hung, broken, well };
  const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let nobody: string;

  const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  beforeAll(async () => {
    await Promise.all(Object.values(servers).map(listen));
    const gone = createServer();
    await listen(gone);
    nobody = originOf(gone);
    await new Promise((resolve) => gone.close(resolve));
  });
  afterAll(() => {
    for (const server of Object.values(servers)) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(() => asked.splice(0));

  const setUp = (instances: readonly string[], options?: HttpTransportOptions) => {
    const transport = createHttpTransport(new Origins(instances.join(','), () => 0), options);
    return (method: string, isSafe: boolean, timeout = 5_000) =>
      transport('/api/x', { method, isSafe, headers: {}, signal: AbortSignal.timeout(timeout) });
  };

  it('try an instance last after it let an earlier call time out', async () => {
    const send = setUp([originOf(hung), originOf(well)]);
    await expect(send('GET', true, 50)).rejects.toThrow();
    for (let turn = 0; turn < 3; turn++) expect((await send('POST', false)).status).toBe(200);
  });

  it('try the next instance if they are safe and the first one hangs, and give the last all remaining time', async () => {
    const send = setUp([originOf(hung), originOf(well)], { attemptTimeout: 1_000 });
    expect((await send('POST', true)).status).toBe(200);
    expect(asked).toEqual(['hung', 'well']);
    // The last instance gets all the remaining time.
    await expect(setUp([originOf(hung)], { attemptTimeout: 50 })('GET', true, 200)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('try the next instance after a broken connection only if they are safe, but always after a refused one', async () => {
    expect((await setUp([nobody, originOf(well)])('POST', false)).status).toBe(200);
    await expect(setUp([originOf(broken), originOf(well)])('POST', false)).rejects.toThrow();
    expect(asked).toEqual(['well', 'broken']);
    expect((await setUp([originOf(broken), originOf(well)])('POST', true)).status).toBe(200);
  });

  it('are retried in another round only if they are safe', async () => {
    await expect(setUp([originOf(broken)], { retries: 1 })('GET', true)).rejects.toThrow();
    await expect(setUp([originOf(broken)], { retries: 1 })('POST', false)).rejects.toThrow();
    expect(asked).toEqual(['broken', 'broken', 'broken']);
  });

  it('do not demote an instance if the caller aborted them', async () => {
    const origins = new Origins('http://127.0.0.1:1,http://127.0.0.1:2', () => 0);
    const signal = AbortSignal.abort();
    const left = createHttpTransport(origins)('/', { method: 'GET', isSafe: true, headers: {}, signal });
    await expect(left).rejects.toThrow();
    origins.nextOrder();
    expect(origins.nextOrder()[0]).toBe('http://127.0.0.1:1');
  });
});

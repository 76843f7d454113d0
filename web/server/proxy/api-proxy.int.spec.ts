import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Origins } from '@journal/contracts';
import { createMetrics, createServer as createService } from '@journal/service-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultTimeouts, registerApiProxy } from './api-proxy.ts';

type Seen = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string };
type Upstream = Awaited<ReturnType<typeof startUpstream>>;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const closing: (() => Promise<void>)[] = [];

async function startUpstream(answer: Answer, port = 0) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: await text(request) });
    answer(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  closing.push(close);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

const answering =
  (status: number, headers: Record<string, string>, body = ''): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

const hello: Answer = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');

type Timeouts = Parameters<typeof registerApiProxy>[2];

async function createProxy(
  query: Origins,
  command: Origins,
  trustedProxies = 'loopback',
  timeouts: Timeouts = { response: 7_000, failover: 3_000, instanceWait: 1_000 },
) {
  const metrics = createMetrics('web');
  const app = createService({ name: 'web', logLevel: 'silent', metrics, checks: {}, trustedProxies });
  await registerApiProxy(app, { query, command }, timeouts);
  const listen = () => app.listen({ host: '127.0.0.1', port: 0 });
  return { app, listen };
}

async function startProxy(query: string, command: string, trustedProxies?: string): Promise<string> {
  const { app, listen } = await createProxy(new Origins(query), new Origins(command), trustedProxies);
  closing.push(() => app.close());
  return listen();
}

/** Headers that undici or the proxy itself sends to the upstream. */
const own = new Set(['connection', 'content-length']);

/** Sends bytes that no client library would send, and resolves with the head of the response. */
async function sendRaw(origin: string, bytes: string): Promise<{ status: number; text: string }> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) {
    text = (text + chunk).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
    if (text.includes('\r\n\r\n')) break;
  }
  return { status: Number(text.split(' ')[1]), text };
}

const json = answering(
  200,
  { 'content-type': 'application/json', etag: '"7"', 'journal-position': '42' },
  '[]',
);

describe('the API proxy', () => {
  let query: Upstream;
  let command: Upstream;
  let origin: string;

  beforeEach(async () => {
    query = await startUpstream(json);
    command = await startUpstream(answering(201, { location: '/api/articles/1' }, '{"id":1}'));
    origin = await startProxy(query.origin, command.origin);
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  it('sends reads to query and writes to command, unchanged', async () => {
    const read = await fetch(`${origin}/api/articles?limit=6&after=%32`, {
      headers: { 'if-none-match': '"6"', 'journal-position': '41', 'x-request-id': 'reader-1' },
    });
    expect(read.status).toBe(200);
    expect(read.headers.get('etag')).toBe('"7"');
    expect(read.headers.get('journal-position')).toBe('42');
    expect(query.seen[0]).toMatchObject({
      method: 'GET',
      url: '/api/articles?limit=6&after=%32',
      headers: {
        'if-none-match': '"6"',
        'journal-position': '41',
        'x-request-id': 'reader-1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
      },
    });

    const body = '{ "title" : "Ünïcode 😀" }';
    const write = await fetch(`${origin}/api/articles`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token', 'idempotency-key': 'k1' },
      body,
    });
    expect(write.status).toBe(201);
    expect(write.headers.get('location')).toBe('/api/articles/1');
    expect(await write.text()).toBe('{"id":1}');
    expect(command.seen[0]).toMatchObject({
      method: 'POST',
      body,
      headers: { authorization: 'Bearer token', 'idempotency-key': 'k1' },
    });
    expect(query.seen).toHaveLength(1);
  });

  it('trusts forwarding headers and request ids from trusted proxies only', async () => {
    const open = await startProxy(query.origin, command.origin, '');
    const headers = {
      'x-request-id': 'reader-1',
      'x-forwarded-for': '198.51.100.7, 203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'journal.example',
    };
    for (const url of [origin, open]) await fetch(`${url}/api/articles`, { headers });
    expect(query.seen[0]?.headers).toMatchObject({
      'x-request-id': 'reader-1',
      'x-forwarded-for': '203.0.113.7, 127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'journal.example',
    });
    expect(query.seen[1]?.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(open).host,
    });
  });

  it('passes on every method, and malformed JSON for the command side to judge', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      await fetch(`${origin}/api/articles/1`, {
        method,
        ...(method === 'DELETE' ? {} : { body: '{', headers: { 'content-type': 'application/json' } }),
      });
    }
    expect(command.seen.map(({ method, body }) => [method, body])).toEqual([
      ['PUT', '{'],
      ['PATCH', '{'],
      ['DELETE', ''],
    ]);
    const head = await fetch(`${origin}/api/articles`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(query.seen[0]?.method).toBe('HEAD');
  });

  it('returns 413 for a body that is too large for any service', async () => {
    const response = await fetch(`${origin}/api/articles`, {
      method: 'POST',
      body: 'x'.repeat(256 * 1024 + 1),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'body-too-large' });
    expect(command.seen).toHaveLength(0);
  });

  it.each([
    ['Expect: 100-continue'],
    ['Keep-Alive: timeout=5'],
    ['Upgrade: h2c'],
    ['TE: trailers'],
    ['Trailer: expires'],
    ['Proxy-Connection: keep-alive'],
    ['Connection: x-secret, close\r\nX-Secret: 1'],
    ['Connection: upgrade, http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__'],
    ['Content-Length: 2\r\n\r\n{}'],
  ])('does not forward %s', async (header) => {
    const { status } = await sendRaw(origin, `GET /api/articles HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
    expect(status).toBe(200);
    const name = header.split(':')[0]?.toLowerCase() ?? '';
    expect(Object.keys(query.seen[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(`^(x-secret|http2-settings${own.has(name) ? '' : `|${name}`})$`),
      ]),
    );
  });

  it('sends no Content-Length without a body', async () => {
    const read =
      'GET /api/articles HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Type: text/plain\r\n\r\n{}';
    for (let turn = 0; turn < 3; turn++) expect((await sendRaw(origin, read)).status).toBe(200);
    expect(query.seen.map(({ headers }) => headers['content-length'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('returns 400 without marking an instance as down if a request can’t be forwarded', async () => {
    const side = new Origins(query.origin);
    const rested = vi.spyOn(side, 'markUnresponsive');
    const { app } = await createProxy(side, side);
    const response = await app.inject({ url: '/api/articles', headers: { 'x-odd': 'a\nb' } });
    await app.close();
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid-request']);
    expect(rested).not.toHaveBeenCalled();
  });

  it.each([
    '/api/../metrics',
    '/api/%2e%2e/metrics',
    '/api/.%2E/metrics',
    '/api/..\\metrics',
    '/api/..%2fmetrics',
    '/api/..%5cmetrics',
    '/api/x/../../metrics',
    '/api/articles/%2e%2e%2f%2e%2e%2fmetrics',
    '/api/%zz',
    'http://x/api/articles',
  ])('returns 400 for %s', async (target) => {
    for (const method of ['GET', 'DELETE']) {
      const { status, text } = await sendRaw(origin, `${method} ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(status).toBe(400);
      expect(text).toContain('application/problem+json');
    }
    expect([...query.seen, ...command.seen]).toEqual([]);
  });

  it('forwards the normalised path and the unchanged query string', async () => {
    const target = '/api/x/../articles/./3?next=/../a%zz&b=%2e%2e/';
    const { status } = await sendRaw(origin, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect([status, query.seen[0]?.url]).toEqual([200, '/api/articles/3?next=/../a%zz&b=%2e%2e/']);
  });

  it("does not forward the upstream's connection headers to the client", async () => {
    const chatty = await startUpstream(
      answering(
        200,
        {
          connection: 'keep-alive, x-hop',
          'x-hop': '1',
          'keep-alive': 'timeout=77',
          'proxy-authenticate': 'Basic',
          'proxy-connection': 'keep-alive',
          te: 'trailers',
          trailer: 'expires',
          upgrade: 'h2c',
          etag: '"7"',
        },
        '[]',
      ),
    );
    const proxy = await startProxy(chatty.origin, command.origin);
    const { status, text } = await sendRaw(proxy, 'GET /api/articles HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(status).toBe(200);
    expect(text).toContain('etag: "7"');
    expect(text).not.toMatch(/x-hop|timeout=77|proxy-|^te:|^trailer:|^upgrade:/im);
  });

  it('passes on a 304 without a body', async () => {
    const cached = await startUpstream(answering(304, { etag: '"7"' }));
    const proxy = await startProxy(cached.origin, command.origin);
    const response = await fetch(`${proxy}/api/articles`, { headers: { 'if-none-match': '"7"' } });
    expect([response.status, response.headers.get('etag')]).toEqual([304, '"7"']);
  });

  it('forwards server-sent events one by one, and closes the upstream stream when the client disconnects', async () => {
    let stream: ServerResponse | undefined;
    const live = await startUpstream((request, response) => {
      stream = response;
      hello(request, response);
    });
    const leave = new AbortController();
    const proxy = await startProxy(live.origin, command.origin);
    const { body } = await fetch(`${proxy}/api/changes`, { signal: leave.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(': hello\n\n');
    stream?.write('event: change\ndata: 2\n\n');
    expect((await reader?.read())?.value).toBe('event: change\ndata: 2\n\n');
    const hungUp = once(stream as ServerResponse, 'close');
    leave.abort();
    await hungUp;
  });

  it('ends open streams when it stops', async () => {
    const live = await startUpstream(hello);
    const { app, listen } = await createProxy(new Origins(live.origin), new Origins(command.origin));
    const response = await fetch(`${await listen()}/api/changes`);
    const [text] = await Promise.all([response.text(), app.close()]);
    expect(text).toBe(': hello\n\n');
  });

  it('returns 503 for a stream that opens only while it stops', async () => {
    const received = Promise.withResolvers<() => void>();
    const live = await startUpstream((request, response) => received.resolve(() => hello(request, response)));
    const { app, listen } = await createProxy(new Origins(live.origin), new Origins(command.origin));
    app.addHook('preClose', async () => (await received.promise)());
    const response = fetch(`${await listen()}/api/changes`);
    await received.promise;
    await app.close();
    expect((await response).status).toBe(503);
  });

  it('skips a hung instance for reads, and returns 503 in time for a write to it; open streams continue', async () => {
    const hung = await startUpstream(() => undefined);
    const timeouts = { response: 1_500, failover: 200, instanceWait: 0 };
    const live = await startUpstream(hello);
    const side = (...all: Upstream[]) => new Origins(all.map((each) => each.origin).join());
    const { app, listen } = await createProxy(side(hung, query), side(hung, command), 'loopback', timeouts);
    closing.push(() => app.close());
    const proxy = await listen();
    const began = performance.now();
    const write = () => fetch(`${proxy}/api/articles`, { method: 'POST', body: '{}' });
    const [read, lost] = await Promise.all([fetch(`${proxy}/api/articles`), write()]);
    expect([read.status, lost.status, lost.headers.get('retry-after')]).toEqual([200, 503, '1']);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect([(await write()).status, hung.seen.length]).toEqual([201, 2]);

    const other = await createProxy(side(live), side(hung), 'loopback', timeouts);
    closing.push(() => other.app.close());
    const origin = await other.listen();
    const stream = (await fetch(`${origin}/api/changes`)).body?.getReader();
    expect((await fetch(`${origin}/api/articles`, { method: 'PUT', body: '{}' })).status).toBe(503);
    await stream?.read();
    const next = stream?.read().catch(() => 'broken');
    expect(await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 900, 'goes on'))])).toBe(
      'goes on',
    );
    await stream?.cancel();
  });

  it('has timeouts below the gateway’s 7.5 s', () => {
    const { response, failover, instanceWait } = defaultTimeouts;
    // The gateway of the split start gives up after 7.5 s.
    expect(response).toBeLessThan(7_500);
    expect(instanceWait).toBeLessThan(response);
    // An instance that hangs leaves the next one the same time.
    expect(2 * failover).toBeLessThan(response);
  });

  it('skips an instance that is down, for reads, and for writes that it can’t have received', async () => {
    const down = await startUpstream(json);
    await down.close();
    const proxy = await startProxy(`${down.origin},${query.origin}`, `${down.origin},${command.origin}`);
    for (let turn = 0; turn < 4; turn++) {
      expect((await fetch(`${proxy}/api/articles`)).status).toBe(200);
      expect((await fetch(`${proxy}/api/articles`, { method: 'POST', body: '{}' })).status).toBe(201);
    }
    expect(command.seen).toHaveLength(4);
  });

  it('never repeats a write that an instance may have received', async () => {
    const dying = await startUpstream((request) => void request.socket.destroy());
    const proxy = await startProxy(`${dying.origin},${query.origin}`, `${dying.origin},${command.origin}`);
    const write = await fetch(`${proxy}/api/articles`, { method: 'POST', body: '{}' });
    expect(write.status).toBe(503);
    expect(command.seen).toHaveLength(0);
    expect((await fetch(`${proxy}/api/articles`)).status).toBe(200);
  });

  it('waits for an instance that is being replaced, and sends it a write once', async () => {
    const ports = [query, command].map((side) => Number(new URL(side.origin).port));
    await Promise.all([query.close(), command.close()]);
    const read = fetch(`${origin}/api/articles`);
    const write = fetch(`${origin}/api/articles`, { method: 'POST', body: '{"a":1}' });
    await sleep(300);
    await startUpstream(json, ports[0]);
    const { seen } = await startUpstream(answering(201, {}, '{}'), ports[1]);
    expect([(await read).status, (await write).status]).toEqual([200, 201]);
    expect(seen.map(({ body }) => body)).toEqual(['{"a":1}']);
  });

  it('retries a write with an Idempotency-Key once if the only instance drops the connection', async () => {
    let cuts = 0;
    const stopping = await startUpstream((request, response) =>
      cuts++ === 0 ? void request.socket.destroy() : answering(201, {}, '{}')(request, response),
    );
    const proxy = await startProxy(query.origin, stopping.origin);
    const write = (headers: Record<string, string>) =>
      fetch(`${proxy}/api/articles`, { method: 'POST', body: '{"a":1}', headers });
    expect((await write({ 'idempotency-key': 'k1' })).status).toBe(201);
    expect(stopping.seen.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);

    const dying = await startUpstream((request) => void request.socket.destroy());
    const other = await startProxy(query.origin, dying.origin);
    const { status } = await fetch(`${other}/api/articles`, {
      method: 'POST',
      headers: { 'idempotency-key': 'k2' },
    });
    expect([status, dying.seen.length]).toEqual([503, 2]);
  });

  it('stops waiting when it stops, or when the client disconnects', async () => {
    const gone = new Origins('http://127.0.0.1:9');
    const { app, listen } = await createProxy(gone, gone);
    const turns = vi.spyOn(gone, 'nextOrder');
    const address = await listen();
    const leave = new AbortController();
    const left = fetch(`${address}/api/articles`, { signal: leave.signal }).catch(() => 'left');
    await vi.waitUntil(() => turns.mock.calls.length > 2);
    leave.abort();
    expect(await left).toBe('left');
    const kept = fetch(`${address}/api/articles`, { method: 'POST' });
    await sleep(150);
    const before = turns.mock.calls.length;
    const [{ status }] = await Promise.all([kept, app.close()]);
    expect(status).toBe(503);
    expect(turns.mock.calls.length - before).toBeLessThan(5);
  });

  it('returns 503 with a readable problem if no instance is available', async () => {
    await query.close();
    const response = await fetch(`${origin}/api/articles`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const text = await response.text();
    expect(text).toContain('Please try again in a moment');
    expect(text).not.toMatch(/ECONN|127\.0\.0\.1|at /);
  });
});

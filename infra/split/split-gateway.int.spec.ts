import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { maxBodyBytes } from '@journal/contracts';
import { until } from '@journal/testing';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { sendRaw } from '../gateway/fixtures/send-raw.ts';
import { freePort, listenOn } from '../launcher/listen-on.ts';
import { createSplitGateway, defaultTimes, memberAt, type SplitGatewayOptions } from './split-gateway.ts';

const servers: Server[] = [];
/** Requests that have reached a web process, and streams that have ended there. */
let seen: string[] = [];
let gateway: ReturnType<typeof createSplitGateway>;

afterEach(async () => {
  gateway.close();
  for (const server of servers.splice(0)) {
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }
  seen = [];
});

/**
 * Starts a web process that returns its name, echoes a body, streams forever at /stream, is slow at /slow, or hangs.
 */
async function web(name: string, hangs = false): Promise<string> {
  const here = seen;
  const server = createServer((incoming, response) => {
    here.push(`${name} ${incoming.url}`);
    if (hangs) return;
    if (incoming.url === '/stream') {
      response.once('close', () => here.push(`${name} closed ${incoming.url}`));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: hello\n\n');
      return;
    }
    if (incoming.url === '/health/ready') return void response.end('{"ready":true}');
    const body: Buffer[] = [];
    incoming.on('data', (chunk) => body.push(chunk));
    incoming.on('end', () => {
      const answer = () => {
        response.writeHead(200, {
          'x-web': name,
          'x-url': incoming.url ?? '',
          'set-cookie': ['a=1', 'b=2'],
          'x-host': incoming.headers.host ?? '',
          'x-from': `${incoming.headers['x-forwarded-for']}`,
        });
        response.end(Buffer.concat(body));
      };
      setTimeout(answer, incoming.url === '/slow' ? 300 : 0);
    });
  });
  servers.push(server);
  return `http://127.0.0.1:${await listenOn(server, 0, '127.0.0.1')}`;
}

async function open(origins: string[], options?: SplitGatewayOptions): Promise<string> {
  gateway = createSplitGateway(options);
  const port = await gateway.listen(0, '127.0.0.1');
  const members = origins.map((origin, index) => memberAt(`web ${index + 1}`, origin));
  gateway.open({ origins, members });
  return `http://127.0.0.1:${port}`;
}

test.each([
  ['of stated length', { 'content-length': `${20 * 20_000}` }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])('a body %s that is too large for any route is always answered with 413', async (_what, headers) => {
  // As the real one does.
  const server = createServer((incoming, response) => {
    let left = maxBodyBytes - Number(incoming.headers['content-length'] ?? 0);
    const refuse = () => response.writeHead(413, { connection: 'close' }).end(() => incoming.destroy());
    if (left < 0) return refuse();
    incoming.on('data', ({ length }) => {
      left -= length;
      if (left < 0) refuse();
    });
  });
  servers.push(server);
  const origin = `http://127.0.0.1:${await listenOn(server, 0, '127.0.0.1')}`;
  const url = await open([origin], { requestTimeout: 2_000 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const statuses = new Set<number | undefined>();
  for (let sent = 0; sent < 40; sent++) {
    const asking = request(url, { method: 'POST', headers, agent });
    for (let part = 0; part < 20; part++) asking.write('x'.repeat(20_000));
    const [answer] = (await once(asking.end(), 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    statuses.add(answer.statusCode);
  }
  expect([...statuses]).toEqual([413]);
});

test('requests alternate between web processes with their host and sender, and all response headers return', async () => {
  const url = await open([await web('one'), await web('other')]);
  const proxied = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  const answers = [await fetch(url), await fetch(url, proxied), await fetch(url)];
  const headers = (name: string) => answers.map((answer) => answer.headers.get(name));
  expect(headers('x-web')).toEqual(['one', 'other', 'one']);
  expect(headers('x-from')).toEqual(['127.0.0.1', '203.0.113.7, 127.0.0.1', '127.0.0.1']);
  expect(headers('x-host')).toEqual(Array(3).fill(new URL(url).host));
  expect(answers[0]?.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('a web process that refuses connections is skipped, even for a body, and with none left the answer is 503', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const url = await open([gone, await web('other')]);
  for (const body of ['first', 'second', 'third', 'fourth'])
    expect(await (await fetch(url, { method: 'POST', body })).text()).toBe(body);
  gateway.close();
  const answer = await fetch(await open([gone]));
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
});

test('an event stream is forwarded immediately, and closed at its web process alone if the client aborts', async () => {
  const url = await open([await web('one'), await web('other')]);
  const controller = new AbortController();
  const stream = await fetch(`${url}/stream`, { signal: controller.signal });
  const { value } = (await stream.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe('data: hello\n\n');
  controller.abort();
  await until(() => expect(seen).toEqual(['one /stream', 'one closed /stream']));
  expect((await fetch(url)).headers.get('x-web')).toBe('other');
  expect(seen).toEqual(['one /stream', 'one closed /stream', 'other /']);
});

test('a hanging web process is skipped, requests get 503 if it is the only one, and streams do not time out', async () => {
  const hung = await web('hung', true);
  const url = await open([hung, await web('other')], { failoverAfter: 200, answerTimeout: 1_500 });
  const write = (body: string) => fetch(url, { method: 'POST', body });
  expect((await fetch(url)).headers.get('x-web')).toBe('other');
  const answers = await Promise.all(['a', 'b', 'c'].map(write));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(seen.filter((each) => each.startsWith('hung'))).toHaveLength(1);
  gateway.close();

  const alone = await open([hung], { failoverAfter: 200, answerTimeout: 1_500 });
  for (const method of ['POST', 'GET']) {
    const answer = await fetch(alone, { method, ...(method === 'POST' && { body: 'kept' }) });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  }
  const stream = await fetch(`${await open([await web('one')], { answerTimeout: 50 })}/stream`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const read = await stream.body?.getReader().read();
  expect(read?.done).toBe(false);
});

test('the default timeouts allow a second web process to answer within 8 s if the first one hangs', () => {
  const { answerTimeout, failoverAfter } = defaultTimes;
  expect(answerTimeout).toBeLessThan(8_000);
  // Time for a web process to forward a read itself, and for the second one to answer.
  expect(failoverAfter).toBeGreaterThan(3_000);
  expect(answerTimeout - failoverAfter).toBeGreaterThan(3_000);
});

test('the body of a GET is never handled as another request', async () => {
  const url = await open([await web('one')]);
  const inner = 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n';
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  const answer = await sendRaw(
    url,
    `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
  );
  expect(answer).toContain(inner);
  await fetch(url);
  expect(seen.some((each) => each.includes('/metrics'))).toBe(false);
});

test.each(['/metrics', '/metrics?a', '/%6Detrics', '/metrics/'])('%s returns 404', async (path) => {
  const url = await open([await web('one')]);
  expect((await fetch(url + path)).status).toBe(404);
  expect(seen).not.toContain(`one ${path}`);
});

test('health covers every process, and names a missing one', async () => {
  const url = await open([await web('one'), await web('other')]);
  const well = await fetch(`${url}/health/ready`);
  expect(well.status).toBe(200);
  expect(await well.json()).toEqual({
    ready: true,
    missing: [],
    processes: { 'web 1': { ready: true }, 'web 2': { ready: true } },
  });
  const [, other] = servers;
  other?.closeAllConnections();
  await new Promise((resolve) => other?.close(resolve));
  const missing = await fetch(`${url}/health/ready`);
  expect(missing.status).toBe(503);
  expect(await missing.json()).toEqual({
    ready: false,
    missing: ['web 2'],
    processes: { 'web 1': { ready: true }, 'web 2': 'no answer' },
  });
  expect((await fetch(`${url}/health/live`, { method: 'POST' })).status).toBe(405);
});

test('drain waits for a pending response with its body, and not for a stream', async () => {
  const url = await open([await web('one')]);
  const stream = await fetch(`${url}/stream`);
  const slow = fetch(`${url}/slow`, { method: 'POST', body: 'kept' });
  await until(() => expect(seen).toContain('one /slow'));
  const began = performance.now();
  await gateway.drain();
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(await (await slow).text()).toBe('kept');
  gateway.close();
  await stream.body?.cancel().catch(() => undefined);
});

import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { until } from '@journal/testing';
import { afterEach, expect, test } from 'vitest';
import type { EntranceOptions } from '../entrance/entrance.ts';
import { sendRaw } from '../entrance/fixtures/send-raw.ts';
import { freePort } from '../launcher/listen-on.ts';
import { createFrontGateway, type FrontGateway } from './front-gateway.ts';

const servers: Server[] = [];
/** What has reached a web, and which streams have ended there. */
let seen: string[] = [];
let gateway: FrontGateway | undefined;

afterEach(async () => {
  gateway?.close();
  for (const server of servers.splice(0)) {
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }
  seen = [];
});

/** A web process that says its name, echoes a body, streams for ever below /stream and is slow below /slow. */
async function web(name: string): Promise<string> {
  const here = seen;
  const server = createServer((incoming, response) => {
    here.push(`${name} ${incoming.url}`);
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
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${port}`;
}

async function open(origins: string[], options?: EntranceOptions): Promise<string> {
  gateway = createFrontGateway(options);
  const port = await freePort();
  await gateway.listen(port, '127.0.0.1');
  gateway.open(
    origins,
    origins.map((origin, index) => ({ name: `web ${index + 1}`, origin })),
  );
  return `http://127.0.0.1:${port}`;
}

test('requests go to the webs in turn, with their host, and come back with all headers', async () => {
  const url = await open([await web('one'), await web('other')]);
  const answers = [await fetch(url), await fetch(url), await fetch(url)];
  expect(answers.map(({ headers }) => headers.get('x-web'))).toEqual(['one', 'other', 'one']);
  expect(answers[0]?.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answers[0]?.headers.get('x-host')).toBe(new URL(url).host);
});

test('a web hears who asks, also from a proxy on this machine in front of it all', async () => {
  const url = await open([await web('one')]);
  const direct = await fetch(url);
  expect(direct.headers.get('x-from')).toBe('127.0.0.1');
  const proxied = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(proxied.headers.get('x-from')).toBe('203.0.113.7, 127.0.0.1');
});

test('a web that refuses the connection is passed over, also for a request with a body', async () => {
  const gone = `http://127.0.0.1:${await freePort()}`;
  const url = await open([gone, await web('other')]);
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await fetch(url, { method: 'POST', body: `pitch ${turn}` });
    expect(await answer.text()).toBe(`pitch ${turn}`);
  }
});

test('with no web at all the answer is a problem that says when to come again', async () => {
  const url = await open([`http://127.0.0.1:${await freePort()}`]);
  const answer = await fetch(url);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
});

test('an absolute target is asked for by its path, any other form is refused, and the system lives on', async () => {
  const url = await open([await web('one')]);
  const raw = (target: string) =>
    sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(await raw('http://elsewhere.example/clash?page=2')).toMatch(/x-url: \/clash\?page=2\r/);
  expect(await raw('*')).toMatch(/^HTTP\/1.1 400 .*application\/problem\+json/s);
  expect(await raw('/]["')).toMatch(/^HTTP\/1.1 200 /);
  expect((await fetch(url)).status).toBe(200);
});

test('what is no HTTP is answered with a problem', async () => {
  const url = await open([await web('one')]);
  expect(await sendRaw(url, 'Hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"code":"invalid-request"/s);
});

test('a request that does not come is not waited for, a stream that goes on is left alone', async () => {
  const url = await open([await web('one')], { requestTimeout: 100 });
  const stream = (await fetch(`${url}/stream`)).body?.getReader();
  await stream?.read();
  expect(await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1.1 408 .*"request-timeout"/s);
  const next = await Promise.race([
    stream?.read().then(
      () => 'cut',
      () => 'cut',
    ),
    new Promise((resolve) => setTimeout(resolve, 300, 'going on')),
  ]);
  expect(next).toBe('going on');
  await stream?.cancel();
});

test('a stream that is given up is closed behind, and no other web is asked', async () => {
  const url = await open([await web('one'), await web('other')]);
  const controller = new AbortController();
  await fetch(`${url}/stream`, { signal: controller.signal });
  controller.abort();
  await until(() => expect(seen).toEqual(['one /stream', 'one closed /stream']));
  expect((await fetch(url)).headers.get('x-web')).toBe('other');
  expect(seen).toEqual(['one /stream', 'one closed /stream', 'other /']);
});

test('a request that is given up before the system is open reaches no web', async () => {
  gateway = createFrontGateway();
  const port = await freePort();
  await gateway.listen(port, '127.0.0.1');
  const early = request(`http://127.0.0.1:${port}/stream`).end();
  early.on('error', () => undefined);
  await once(early, 'socket').then(([socket]) => once(socket, 'connect'));
  // A later connection is accepted after the first, so the first has been seen when this one is.
  await sendRaw(`http://127.0.0.1:${port}`, 'Hello\r\n\r\n');
  early.destroy();
  await sendRaw(`http://127.0.0.1:${port}`, 'Hello\r\n\r\n');
  gateway.open([await web('one')], []);
  await fetch(`http://127.0.0.1:${port}/last`);
  expect(seen.filter((each) => each === 'one /stream')).toEqual([]);
});

test('the body of a GET is never taken for a request of its own', async () => {
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

test.each(['/metrics', '/metrics?a', '/%6Detrics', '/metrics/'])('%s is not for the public', async (path) => {
  const url = await open([await web('one')]);
  expect((await fetch(url + path)).status).toBe(404);
  expect(seen).not.toContain(`one ${path}`);
});

test('health is that of every process, and one that is missing is named', async () => {
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

test('what is asked during the drain is refused, also a stream, and does not lengthen it', async () => {
  const url = await open([await web('one')]);
  const { hostname, port } = new URL(url);
  const early = connect(Number(port), hostname);
  await once(early, 'connect');
  // A later connection is accepted after the early one, so that one is held when this is answered.
  const slow = fetch(`${url}/slow`);
  await until(() => expect(seen).toContain('one /slow'));
  const drained = gateway?.drain();
  let answer = '';
  early.on('data', (chunk) => {
    answer += chunk;
  });
  early.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(early, 'close');
  expect(answer).toMatch(/^HTTP\/1.1 503 .*application\/problem\+json.*connection: close/is);
  await drained;
  expect((await slow).status).toBe(200);
  expect(seen).not.toContain('one /stream');
});

test('an event stream comes through at once', async () => {
  const url = await open([await web('one')]);
  const stream = await fetch(`${url}/stream`, { headers: { accept: 'text/event-stream' } });
  const { value } = (await stream.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe('data: hello\n\n');
});

test('drain waits for answers under way, not for streams, and takes no new connection', async () => {
  const url = await open([await web('one')]);
  const stream = await fetch(`${url}/stream`);
  const slow = fetch(`${url}/slow`, {
    method: 'POST',
    body: 'kept',
    headers: { accept: 'text/html, text/event-stream' },
  });
  await until(() => expect(seen).toContain('one /slow'));
  const began = performance.now();
  await gateway?.drain();
  expect(performance.now() - began).toBeLessThan(3_000);
  const answer = await slow;
  expect(await answer.text()).toBe('kept');
  expect(answer.headers.get('connection')).toBe('close');
  await expect(fetch(`${url}/slow`)).rejects.toThrow();
  gateway?.close();
  await stream.body?.cancel().catch(() => undefined);
});

test('a request that comes before the system is open waits for it', async () => {
  gateway = createFrontGateway();
  const port = await freePort();
  await gateway.listen(port, '127.0.0.1');
  const early = new Promise<number | undefined>((resolve) =>
    request(`http://127.0.0.1:${port}`, (answer) => resolve(answer.statusCode)).end(),
  );
  gateway.open([await web('one')], []);
  expect(await early).toBe(200);
});

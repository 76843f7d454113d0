import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { until } from '@journal/testing';
import { afterEach, expect, test } from 'vitest';
import { sendRaw } from './fixtures/send-raw.ts';
import { createGateway, dropUntrustedHeaders, type GatewayOptions, originForm } from './gateway.ts';

let seen: (string | undefined)[] = [];
let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp) await end();
  [seen, cleanUp] = [[], []];
});

/**
 * Listens in front of a system that echoes the URL, streams without end at /stream, is slow at /slow and throws at
 * /throws.
 */
async function listen(options?: GatewayOptions) {
  const gateway = createGateway<string>((name, { url }, response) => {
    seen.push(url);
    if (url === '/throws') throw new Error('broken');
    if (url === '/stream') {
      response.setHeader('content-type', 'text/event-stream; charset=utf-8');
      response.writeHead(200);
      response.write('data: hello\n\n');
    } else setTimeout(() => response.end(`${name} ${url}`), url?.startsWith('/slow') ? 300 : 0);
  }, options);
  cleanUp.push(async () => {
    await gateway.drain();
    gateway.close();
  });
  const port = await gateway.listen(0, '127.0.0.1');
  return { gateway, port, url: `http://127.0.0.1:${port}` };
}

async function open(options?: GatewayOptions) {
  const listening = await listen(options);
  listening.gateway.open('system');
  return listening;
}

test('a request waits until the system is open, and one aborted before that is never handled', async () => {
  const { gateway, url } = await listen();
  const abandoned = request(`${url}/abandoned`).end();
  abandoned.on('error', () => undefined);
  await once(abandoned, 'socket').then(([socket]) => once(socket, 'connect'));
  // Connections are accepted in order, so the first has been seen once this one is.
  await sendRaw(url, 'Hello\r\n\r\n');
  abandoned.destroy();
  const early = fetch(`${url}/early`);
  await sendRaw(url, 'Hello\r\n\r\n');
  gateway.open('system');
  expect(await (await early).text()).toBe('system /early');
  expect(seen).toEqual(['/early']);
});

test('a port in use is reported with the name of its variable', async () => {
  const { port } = await open();
  await expect(createGateway(() => undefined).listen(port, '127.0.0.1')).rejects.toThrow(
    /^PORT: \d+ is in use by another program; stop that program, or set PORT to another port$/,
  );
});

test('absolute targets become paths, malformed requests get 400, and a throwing handler fails only its request', async () => {
  const { url } = await open();
  const raw = (target: string) =>
    sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(await raw('http://elsewhere.example/clash?page=2')).toMatch(
    /^HTTP\/1.1 200 .*system \/clash\?page=2/s,
  );
  expect(await raw('/two HTTP/1.1\r\nHost: b\r\nX:')).toMatch(
    /^HTTP\/1.1 400 .*problem\+json.*"invalid-request"/s,
  );
  expect(await raw('*')).toMatch(/^HTTP\/1.1 400 .*application\/problem\+json.*nosniff/s);
  expect(await raw('/throws')).toMatch(/^HTTP\/1.1 500 /);
  expect(await raw('/]["')).toMatch(/^HTTP\/1.1 200 /);
  expect(await sendRaw(url, 'Hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*nosniff.*"code":"invalid-request"/s);
  expect(seen).not.toContain('/two');
});

test('an incomplete request gets 408 at the timeout, and a stream continues', async () => {
  const { url } = await open({ requestTimeout: 100 });
  const stream = (await fetch(`${url}/stream`)).body?.getReader();
  await stream?.read();
  expect(await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1.1 408 .*"request-timeout"/s);
  const next = stream?.read().catch(() => undefined);
  const goesOn = new Promise((resolve) => setTimeout(resolve, 300, 'goes on'));
  expect(await Promise.race([next, goesOn])).toBe('goes on');
  await stream?.cancel();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('pipelined requests are handled in order, dropped once the client is gone, and limited in number', async () => {
  const { port, url } = await open();
  const inTurn = sendRaw(url, `${get('/slow')}${get('/a')}GET /b HTTP/1.0\r\n\r\n`);
  await until(() => expect(seen).toContain('/slow'));
  expect(seen).toEqual(['/slow']);
  expect(await inTurn).toMatch(/system \/slow.*system \/a.*system \/b$/s);
  const gone = connect(port, '127.0.0.1', () => gone.write(get('/slow?gone') + get('/gone')));
  await until(() => expect(seen).toContain('/slow?gone'));
  gone.destroy();
  expect(await sendRaw(url, get('/slow?many') + get('/many').repeat(1_000)).catch(String)).not.toContain(
    'many',
  );
  expect(seen).toEqual(['/slow', '/a', '/b', '/slow?gone', '/slow?many']);
});

test('drain completes pending requests, rejects later ones with 503, and does not wait for streams', async () => {
  const { gateway, port, url } = await open();
  await fetch(`${url}/stream`);
  const connected = connect(port, '127.0.0.1');
  await once(connected, 'connect');
  // Connections are accepted in order, so the one above is open once this request is handled.
  const slow = fetch(`${url}/slow`, { headers: { accept: 'text/html, text/event-stream' } });
  await until(() => expect(seen).toContain('/slow'));
  const began = performance.now();
  const drained = gateway.drain();
  let refused = '';
  connected.on('data', (chunk) => {
    refused += chunk;
  });
  connected.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(connected, 'close');
  expect(refused).toMatch(/^HTTP\/1.1 503 .*application\/problem\+json.*connection: close/is);
  await drained;
  expect(performance.now() - began).toBeLessThan(3_000);
  const answer = await slow;
  expect(await answer.text()).toBe('system /slow');
  expect(answer.headers.get('connection')).toBe('close');
  expect(seen).not.toContain('/late');
  await expect(fetch(url)).rejects.toThrow();
});

test.each([
  ['/', '/'],
  ['/clash?page=2', '/clash?page=2'],
  ['//elsewhere.example/x', '//elsewhere.example/x'],
  ['http://elsewhere.example/', '/'],
  ['http://elsewhere.example', '/'],
  ['HTTPS://elsewhere.example:8080/clash?page=2', '/clash?page=2'],
  ['http://elsewhere.example?page=2', '/?page=2'],
  ['*', undefined],
  ['elsewhere.example:443', undefined],
  ['ftp://elsewhere.example/', undefined],
  ['http:///clash', undefined],
])('request target %s becomes %s', (target, expected) => {
  expect(originForm(target)).toBe(expected);
});

const given = {
  accept: 'text/html',
  forwarded: 'for=198.51.100.7',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'vendor=value',
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-host': 'journal.example',
  'x-forwarded-proto': 'https',
};
const { accept, ...said } = given;

test.each([
  ['127.0.0.1', { accept, ...said }],
  ['::ffff:127.0.0.1', { accept, ...said }],
  ['192.168.0.7', { accept }],
  ['203.0.113.7', { accept }],
])('headers from %s are reduced to %j', (remoteAddress, left) => {
  const headers = { ...given, 'x-request-id': 'chosen-outside' };
  dropUntrustedHeaders({ headers, socket: { remoteAddress } as IncomingMessage['socket'] });
  expect(headers).toEqual(left);
});

import type { Service } from '@journal/service-kit';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendRaw } from '../entrance/fixtures/send-raw.ts';
import { freePort } from '../launcher/listen-on.ts';
import { createGateway, type Gateway } from './gateway.ts';

let gateway: Gateway;
let url: string;
let services: Record<'command' | 'query' | 'worker' | 'web', Service>;

/** A service that answers everything with its name; `/slow` takes a while, `ready` is what its health says. */
async function service(name: string, ready = true): Promise<Service> {
  const app = Fastify();
  app.get('/health/ready', (_request, reply) => reply.code(ready ? 200 : 503).send({ ready }));
  app.get('/health/live', async () => ({ live: true }));
  app.get('/metrics', async () => `# TYPE up gauge\nup{service="${name}"} 1\n`);
  app.get('/api/changes', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    reply.raw.write('data: hello\n\n');
  });
  app.all('/*', async (request) => {
    if (request.url.endsWith('/slow')) await new Promise((resolve) => setTimeout(resolve, 300));
    return name;
  });
  await app.ready();
  return { name, app, start: async () => undefined, stop: () => app.close() };
}

beforeEach(async () => {
  gateway = createGateway();
  const port = await freePort();
  await gateway.listen(port, '127.0.0.1');
  url = `http://127.0.0.1:${port}`;
  services = {
    command: await service('command'),
    query: await service('query'),
    worker: await service('worker'),
    web: await service('web'),
  };
});
afterEach(async () => {
  await gateway.drain();
  gateway.close();
});

const ask = async (path: string, method = 'GET') => (await fetch(`${url}${path}`, { method })).text();

test.each([
  ['GET', '/', 'web'],
  ['GET', '/clash?page=2', 'web'],
  ['POST', '/', 'web'],
  ['GET', '/api', 'query'],
  ['GET', '/api/articles?limit=3', 'query'],
  ['POST', '/api/articles', 'command'],
  ['PUT', '/api/articles/1', 'command'],
  ['DELETE', '/api/articles/1', 'command'],
  ['GET', '/apiary', 'web'],
])('%s %s is answered by %s', async (method, path, name) => {
  gateway.open(services);
  expect(await ask(path, method)).toBe(name);
});

test('health speaks for all: one that is not ready makes the system not ready', async () => {
  gateway.open({ ...services, worker: await service('worker', false) });
  const answer = await fetch(`${url}/health/ready`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    ready: false,
    services: {
      command: { ready: true },
      query: { ready: true },
      worker: { ready: false },
      web: { ready: true },
    },
  });
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
});

test('metrics of all come as one text', async () => {
  gateway.open(services);
  const text = await ask('/metrics');
  expect(text.match(/# TYPE up gauge/g)).toHaveLength(1);
  expect(text.match(/up\{service=/g)).toHaveLength(4);
});

test('what is asked before the system is open waits', async () => {
  const early = ask('/');
  await new Promise((resolve) => setTimeout(resolve, 50));
  gateway.open(services);
  expect(await early).toBe('web');
});

test('a taken port is told by its variable', async () => {
  await expect(createGateway().listen(Number(new URL(url).port), '127.0.0.1')).rejects.toThrow(
    /^PORT: \d+ is in use by another program; end that one, or set PORT to another$/,
  );
});

test('port 0 is one that the system chose', async () => {
  const other = createGateway();
  const port = await other.listen(0, '127.0.0.1');
  other.open(services);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('web');
  await other.drain();
  other.close();
});

test('drain finishes what is under way and closes its connection', async () => {
  gateway.open(services);
  const slow = fetch(`${url}/api/slow`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await gateway.drain();
  const answer = await slow;
  expect(await answer.text()).toBe('query');
  expect(answer.headers.get('connection')).toBe('close');
  await expect(fetch(url)).rejects.toThrow();
});

test('drain finishes what would also have accepted a stream, and does not wait for a stream', async () => {
  gateway.open(services);
  await fetch(`${url}/api/changes`);
  const slow = fetch(`${url}/api/slow`, { headers: { accept: 'text/html, text/event-stream' } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const began = performance.now();
  await gateway.drain();
  expect(performance.now() - began).toBeLessThan(3_000);
  gateway.close();
  expect(await (await slow).text()).toBe('query');
});

test('an absolute target is asked for by its path, any other form is refused', async () => {
  gateway.open(services);
  const raw = (target: string) =>
    sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(await raw('http://elsewhere.example/api/articles')).toMatch(/^HTTP\/1.1 200 .*query$/s);
  expect(await raw('*')).toMatch(/^HTTP\/1.1 400 .*application\/problem\+json/s);
  expect(await sendRaw(url, 'Hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"code":"invalid-request"/s);
});

test.each(['/metrics', '/health/ready', '/health/live'])('%s is for reading alone', async (path) => {
  gateway.open(services);
  const refused = await fetch(url + path, { method: 'POST' });
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
  expect(await refused.json()).toMatchObject({ code: 'method-not-allowed' });
  expect((await fetch(url + path, { method: 'HEAD' })).status).toBe(200);
});

test('a service that throws costs its own request and no other', async () => {
  const { app } = services.query;
  const broken = Object.create(app, {
    routing: {
      value: () => {
        throw new Error('broken');
      },
    },
  });
  gateway.open({ ...services, query: { ...services.query, app: broken } });
  expect((await fetch(`${url}/api/articles`)).status).toBe(500);
  expect(await ask('/')).toBe('web');
});

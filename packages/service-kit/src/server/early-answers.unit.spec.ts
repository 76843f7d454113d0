import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createSampleServer } from '../../fixtures/sample-server.ts';
import type { EarlyResponder, EarlyResponse } from './early-answers.ts';

const hello: EarlyResponse = {
  status: 200,
  headers: ['content-type', 'text/plain', 'content-length', '5'],
  body: Buffer.from('hello'),
  route: '/greetings/:name',
  path: '/greetings/:name',
};
let lines: Record<string, unknown>[] = [];
let app: ReturnType<typeof createSampleServer>;
afterEach(() => app.close());

async function start(responder: EarlyResponder) {
  lines = [];
  const logStream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  app = createSampleServer({ logLevel: 'info', trustedProxies: 'loopback', logStream });
  app.get('/*', async () => 'by the route');
  app.answerEarly(responder);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return (path: string, init?: RequestInit) => fetch(origin + path, init);
}
const textOf = async (answer: Promise<Response>) => (await answer).text();
const requests = () => lines.filter(({ msg }) => msg === 'request');

it.each<[string, EarlyResponder]>([
  ['at once', () => hello],
  ['later', async () => hello],
])('an early response sent %s has a request id, a log line and a metric', async (_when, responder) => {
  const ask = await start(responder);
  const answer = await ask('/greetings/ada?x=1', { headers: { 'x-request-id': 'request-7' } });
  expect([answer.status, answer.headers.get('x-request-id'), await answer.text()]).toEqual([
    200,
    'request-7',
    'hello',
  ]);
  const line = { requestId: 'request-7', method: 'GET', path: '/greetings/:name', status: 200 };
  expect(requests()).toMatchObject([line]);
  const { body } = await app.inject('/metrics');
  expect(body).toMatch(/seconds_count\{(?=[^}]*route="\/greetings\/:name")(?=[^}]*status="200")[^}]*\} 1\n/);
});

it('an early response is timed from the arrival of the request', async () => {
  const ask = await start(async () => {
    await sleep(30);
    return hello;
  });
  await ask('/');
  expect(requests()[0]?.['milliseconds']).toBeGreaterThanOrEqual(29);
});

it('an early response to HEAD has no body', async () => {
  const answer = await (await start(() => hello))('/', { method: 'HEAD' });
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['5', '']);
});

it.each<[string, EarlyResponder]>([
  ['has nothing', () => undefined],
  ['has nothing in the end', async () => undefined],
  [
    'fails',
    () => {
      throw new Error('broken');
    },
  ],
  ['fails in the end', () => Promise.reject(new Error('broken'))],
])('a request is left to Fastify if the responder %s', async (_what, responder) => {
  expect(await textOf((await start(responder))('/'))).toBe('by the route');
  expect(await app.respondEarly({ method: 'GET', url: '/', headers: {} }, 'request-8')).toBeUndefined();
});

it('the responder is notified when the client disconnects', async () => {
  const [asked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ask = await start((_request, { onClose }) => {
    onClose(gone.resolve);
    asked.resolve();
    return new Promise(() => {});
  });
  const leaving = new AbortController();
  ask('/', { signal: leaving.signal }).catch(() => undefined);
  await asked.promise;
  leaving.abort();
  await gone.promise;
});

it('a request is left to Fastify if the server closes before the early response is ready', async () => {
  const [asked, found] = [Promise.withResolvers<void>(), Promise.withResolvers<EarlyResponse>()];
  const ask = await start(() => {
    asked.resolve();
    return found.promise;
  });
  const answer = textOf(ask('/'));
  await asked.promise;
  const closed = app.close();
  await new Promise((resolve) => setImmediate(resolve));
  found.resolve(hello);
  expect(await answer).toBe('by the route');
  await closed;
});

it('respondEarly answers requests from the same process, and logs them', async () => {
  await start(({ url }) => (url === '/greeting' ? hello : undefined));
  const ask = (url: string) => app.respondEarly({ method: 'GET', url, headers: {} }, 'request-8');
  expect(await ask('/other')).toBeUndefined();
  expect(await ask('/greeting')).toBe(hello);
  expect(requests()).toMatchObject([{ requestId: 'request-8', status: 200 }]);
});

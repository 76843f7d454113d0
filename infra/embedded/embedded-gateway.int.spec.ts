import type { Service } from '@journal/service-kit';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbeddedGateway, mergeMetrics } from './embedded-gateway.ts';

const gateway = { current: createEmbeddedGateway(), url: '' };
let services: Record<'command' | 'query' | 'worker' | 'web', Service>;

/** Returns a service that answers everything with its name. `ready`: whether its health check passes. */
async function service(name: string, ready = true): Promise<Service> {
  const app = Fastify();
  app.get('/health/ready', (_request, reply) => reply.code(ready ? 200 : 503).send({ ready }));
  app.get('/health/live', async () => ({ live: true }));
  app.get('/metrics', async () => `# TYPE up gauge\nup{service="${name}"} 1\n`);
  app.all('/*', async () => name);
  await app.ready();
  return { name, app, start: async () => undefined, stop: () => app.close() };
}

beforeEach(async () => {
  gateway.current = createEmbeddedGateway();
  gateway.url = `http://127.0.0.1:${await gateway.current.listen(0, '127.0.0.1')}`;
  const [command, query, worker, web] = await Promise.all([
    service('command'),
    service('query'),
    service('worker'),
    service('web'),
  ]);
  services = { command, query, worker, web };
});
afterEach(async () => {
  await gateway.current.drain();
  gateway.current.close();
});

const ask = (path: string, method = 'GET') => fetch(`${gateway.url}${path}`, { method });

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
  gateway.current.open(services);
  expect(await (await ask(path, method)).text()).toBe(name);
});

test('the system is not ready if one of its services is not ready, and stays live', async () => {
  gateway.current.open({ ...services, worker: await service('worker', false) });
  const answer = await ask('/health/ready');
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([503, 'nosniff']);
  expect(await answer.json()).toEqual({
    ready: false,
    services: {
      command: { ready: true },
      query: { ready: true },
      worker: { ready: false },
      web: { ready: true },
    },
  });
  expect((await ask('/health/live')).status).toBe(200);
});

test('metrics of all services are merged into one text that describes each metric once', async () => {
  gateway.current.open(services);
  const answer = await ask('/metrics');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const text = await answer.text();
  expect(text.match(/# TYPE up gauge/g)).toHaveLength(1);
  expect(text.match(/up\{service=/g)).toHaveLength(4);
  const family = (name: string) =>
    `# HELP requests All of them\n# TYPE requests counter\nrequests{service="${name}"} 1\n\n`;
  const own = '# HELP lag Behind\n# TYPE lag gauge\nlag 3\n';
  expect(mergeMetrics([family('query'), family('web'), own])).toBe(
    `# HELP requests All of them\n# TYPE requests counter\nrequests{service="query"} 1\nrequests{service="web"} 1\n${own}`,
  );
});

test.each(['/metrics', '/health/ready', '/health/live'])('%s is read-only', async (path) => {
  gateway.current.open(services);
  const refused = await ask(path, 'POST');
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
  expect(await refused.json()).toMatchObject({ code: 'method-not-allowed' });
  expect((await ask(path, 'HEAD')).status).toBe(200);
});

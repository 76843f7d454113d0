import { Origins } from '@journal/contracts';
import { createMetrics, createServer, type Server, startTracing, stopTracing } from '@journal/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerApiProxy } from '../../web/server/proxy/api-proxy.ts';
import { attributeOf, startSpanReceiver } from './fixtures/span-receiver.ts';

let receiver: Awaited<ReturnType<typeof startSpanReceiver>>;
const running: Server[] = [];

/** Returns a service as it runs in its own process, reached over HTTP. */
const serviceOf = (name: string, trustedProxies: string) => {
  const app = createServer({
    name,
    logLevel: 'silent',
    metrics: createMetrics(name),
    checks: {},
    trustedProxies,
  });
  running.push(app);
  return app;
};
const listen = (app: Server) => app.listen({ host: '127.0.0.1', port: 0 });

/** Starts a web process in front of an API; proxies at these addresses are trusted. */
async function startWeb(trustedProxies: string): Promise<string> {
  const api = serviceOf('api', 'loopback');
  api.get('/api/articles', async () => []);
  api.post('/api/submissions', async ({ body }) => body);
  const origin = await listen(api);
  const web = serviceOf('web', trustedProxies);
  await registerApiProxy(web, { query: new Origins(origin), command: new Origins(origin) });
  return listen(web);
}

beforeAll(async () => {
  receiver = await startSpanReceiver();
  await startTracing('journal', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
});
afterAll(async () => {
  await stopTracing();
  receiver.close();
});

test('web and the API share a trace over HTTP, and only a trusted proxy can set its ID', async () => {
  const [stranger, trusted] = ['1'.repeat(32), '2'.repeat(32)];
  const [unwanted, wanted] = ['a'.repeat(16), 'b'.repeat(16)];
  for (const [trustedProxies, traceId, parent] of [
    ['', stranger, unwanted],
    ['loopback', trusted, wanted],
  ]) {
    const web = await startWeb(trustedProxies ?? '');
    const headers = { traceparent: `00-${traceId}-${parent}-01`, tracestate: 'vendor=value' };
    expect((await fetch(`${web}/api/articles`, { headers })).status).toBe(200);
    const json = { ...headers, 'content-type': 'application/json' };
    const written = await fetch(`${web}/api/submissions`, { method: 'POST', headers: json, body: '{"a":1}' });
    expect(await written.json()).toEqual({ a: 1 });
  }
  for (const app of running.splice(0).reverse()) await app.close();
  await stopTracing();

  const { spans } = receiver;
  const of = (service: string) => spans.filter((span) => attributeOf(span, 'journal.service') === service);
  const web = of('web');
  expect(
    of('api')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['GET /api/articles', 'GET /api/articles', 'POST /api/submissions', 'POST /api/submissions']);
  for (const asked of of('api')) {
    const call = spans.find(({ spanId }) => spanId === asked.parentSpanId);
    const page = web.find(({ spanId }) => spanId === call?.parentSpanId);
    expect([page?.traceId, call?.traceId], asked.name).toEqual([asked.traceId, asked.traceId]);
  }
  expect(web.map(({ parentSpanId }) => parentSpanId ?? 'none')).toEqual(['none', 'none', wanted, wanted]);
  expect(new Set(web.map(({ traceId }) => traceId)).size).toBe(3);
  expect(spans.filter(({ traceId }) => traceId === stranger)).toEqual([]);
  expect(spans.filter(({ traceId }) => traceId === trusted)).toHaveLength(6);
});

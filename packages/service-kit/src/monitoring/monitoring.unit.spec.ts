import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSampleServer } from '../../fixtures/sample-server.ts';
import { createMetrics, type HealthCheck, reportHealth } from './monitoring.ts';

afterEach(() => vi.useRealTimers());

const ok: HealthCheck = async () => {};
const away = Object.assign(new Error('connect postgres://u:secret@h'), { code: 'ECONNREFUSED' });
const broken: HealthCheck = () => {
  throw new Error('at once');
};

it.each<[string, Record<string, HealthCheck>, Record<string, string>]>([
  ['everything it needs', { one: ok, two: ok }, { one: 'ok', two: 'ok' }],
  [
    'one away',
    { one: ok, two: () => Promise.reject(away) },
    { one: 'ok', two: 'unavailable (ECONNREFUSED)' },
  ],
  ['a check that throws at once', { broken }, { broken: 'unavailable' }],
])(
  'health with %s reports liveness, and readiness with reasons but without secrets',
  async (_what, checks, dependencies) => {
    const server = createSampleServer({ checks });
    const ready = Object.values(dependencies).every((outcome) => outcome === 'ok');
    const answer = await server.inject('/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([ready ? 200 : 503, { ready, dependencies }]);
    const live = await server.inject('/health/live');
    expect([live.statusCode, live.json()]).toEqual([200, { live: true }]);
  },
);

it('a health check that hangs times out after 2 s', async () => {
  vi.useFakeTimers();
  const report = reportHealth({ slow: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await report).toEqual({ ready: false, dependencies: { slow: 'no answer' } });
});

describe('metrics', () => {
  it('time each request by its route, and never by its path', async () => {
    const app = createSampleServer();
    app.get('/things/:id', async () => 'x');
    await app.inject('/things/7');
    await app.inject('/nothing/here');
    const { body, headers } = await app.inject('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain(
      'journal_http_request_seconds_count{service="sample",method="GET",route="/things/:id",status="200"} 1',
    );
    expect(body).toContain('route="unknown",status="404"');
    expect(body).not.toContain('/things/7');
  });

  it('of two services in one process are separate', async () => {
    const [one, other] = [createMetrics('one'), createMetrics('other')];
    one.counter('things_total', 'Things').inc(2);
    other.counter('things_total', 'Things').inc(3);
    expect(await one.registry.metrics()).toContain('journal_things_total{service="one"} 2');
    expect(await other.registry.metrics()).toContain('journal_things_total{service="other"} 3');
  });

  it('query a gauge when they are collected', async () => {
    const metrics = createMetrics('sample');
    metrics.value('depth', 'Depth', () => 7);
    expect(await metrics.registry.metrics()).toContain('journal_depth{service="sample"} 7');
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSampleServer } from '../../fixtures/sample-server.ts';
import { createMetrics, type HealthCheck, reportHealth } from './monitoring.ts';

const server = (checks: Record<string, HealthCheck>) => createSampleServer({ checks });

afterEach(() => vi.useRealTimers());

describe('health', () => {
  it('is ready where everything it needs is there', async () => {
    const answer = await server({ one: async () => {}, two: async () => {} }).inject('/health/ready');
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ready: true, dependencies: { one: 'ok', two: 'ok' } },
    ]);
  });

  it('says which dependency is missing and why, without secrets', async () => {
    const away = Object.assign(new Error('connect postgres://u:secret@h'), { code: 'ECONNREFUSED' });
    const answer = await server({ one: async () => {}, two: () => Promise.reject(away) }).inject(
      '/health/ready',
    );
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      ready: false,
      dependencies: { one: 'ok', two: 'unavailable (ECONNREFUSED)' },
    });
  });

  it('lives while nothing else does', async () => {
    const answer = await server({ one: () => Promise.reject(new Error('x')) }).inject('/health/live');
    expect([answer.statusCode, answer.json()]).toEqual([200, { live: true }]);
  });

  it('gives a check that hangs two seconds', async () => {
    vi.useFakeTimers();
    const report = reportHealth({ slow: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await report).toEqual({ ready: false, dependencies: { slow: 'no answer' } });
  });

  it('takes a check that throws at once like one that rejects', async () => {
    const broken: HealthCheck = () => {
      throw new Error('at once');
    };
    expect(await reportHealth({ broken })).toEqual({ ready: false, dependencies: { broken: 'unavailable' } });
  });
});

describe('metrics', () => {
  it('time each request by its route, never by its path', async () => {
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

  it('of two services in one process keep apart', async () => {
    const [one, other] = [createMetrics('one'), createMetrics('other')];
    one.counter('things_total', 'Things').inc(2);
    other.counter('things_total', 'Things').inc(3);
    expect(await one.registry.metrics()).toContain('journal_things_total{service="one"} 2');
    expect(await other.registry.metrics()).toContain('journal_things_total{service="other"} 3');
  });

  it('ask a gauge when they are read', async () => {
    const metrics = createMetrics('sample');
    metrics.gauge('depth', 'Depth', [], (gauge) => gauge.set(7));
    expect(await metrics.registry.metrics()).toContain('journal_depth{service="sample"} 7');
  });
});

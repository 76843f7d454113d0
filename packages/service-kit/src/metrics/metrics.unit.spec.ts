import { describe, expect, it } from 'vitest';
import { createServer } from '../server/server.ts';
import { createMetrics } from './metrics.ts';

describe('metrics', () => {
  it('time each request by its route, never by its path', async () => {
    const app = createServer({
      name: 'sample',
      logLevel: 'silent',
      metrics: createMetrics('sample'),
      checks: {},
    });
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

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
    collect?: (gauge: Gauge) => void | Promise<void>,
  ): Gauge;
  /** Seconds. */
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram;
};

/** A registry of one service, labelled with its name; several services in one process keep apart. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const common = (name: string, help: string, labels: readonly string[] = []) => ({
    name: `journal_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    registry,
    counter: (name, help, labels) => new Counter(common(name, help, labels)),
    gauge: (name, help, labels, collect) =>
      new Gauge({
        ...common(name, help, labels),
        ...(collect
          ? {
              collect(this: Gauge) {
                return collect(this);
              },
            }
          : {}),
      }),
    histogram: (name, help, labels, buckets) =>
      new Histogram({ ...common(name, help, labels), ...(buckets ? { buckets: [...buckets] } : {}) }),
  };
}

/** `/metrics` in Prometheus' text format, with the time of every request by route, method and status. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics): void {
  const seconds = metrics.histogram(
    'http_request_seconds',
    'Time to answer a request',
    ['method', 'route', 'status'],
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  );
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', { logLevel: 'silent' }, async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

/** Figures of the process itself; once per process, whichever service stands for it. */
export function collectProcessMetrics(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry, prefix: 'journal_' });
}

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../async/async.ts';

/** Resolves if the dependency is usable, rejects with the reason otherwise. */
export type HealthCheck = () => Promise<void>;

const checkTimeout = 2_000;

/** Runs all checks concurrently, each for at most 2 s. Resolves with `ok` or a short, secret-free reason for each. */
export async function reportHealth(checks: Readonly<Record<string, HealthCheck>>) {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  );
  return {
    ready: entries.every(([, outcome]) => outcome === 'ok'),
    dependencies: Object.fromEntries(entries),
  };
}

async function outcomeOf(check: HealthCheck): Promise<string> {
  const late = new Error('no answer');
  try {
    await withTimeout(checkTimeout, check(), () => late);
    return 'ok';
  } catch (error) {
    if (error === late) return late.message;
    const code = (error as { code?: unknown }).code;
    return typeof code === 'string' ? `unavailable (${code})` : 'unavailable';
  }
}

/** Adds `/health/live`, always 200, and `/health/ready`: 200 if all dependencies are usable, else 503 with reasons. */
export function registerHealth(app: FastifyInstance, checks: Readonly<Record<string, HealthCheck>>): void {
  app.get('/health/live', { logLevel: 'silent' }, async () => ({ live: true }));
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const report = await reportHealth(checks);
    return reply
      .code(report.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
}

/** Returns the metrics registry of one service, labelled with its name; services in one process stay separate. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const common = (name: string, help: string, labels: readonly string[] = []) => ({
    name: `journal_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
  });

  /** Registers a gauge that `collect` sets each time the metrics are read. */
  function gauge(
    name: string,
    help: string,
    labels: readonly string[],
    collect: (gauge: Gauge) => void | Promise<void>,
  ): void {
    new Gauge({
      ...common(name, help, labels),
      collect() {
        return collect(this);
      },
    });
  }

  return {
    registry,
    gauge,
    /** Registers a gauge without labels that reads its value each time the metrics are read. */
    value: (name: string, help: string, read: () => number): void =>
      gauge(name, help, [], (own) => own.set(read())),
    counter: (name: string, help: string, labels?: readonly string[]) =>
      new Counter(common(name, help, labels)),
    /** Registers a histogram of seconds. */
    histogram: (name: string, help: string, labels?: readonly string[], buckets?: readonly number[]) =>
      new Histogram({ ...common(name, help, labels), ...(buckets ? { buckets: [...buckets] } : {}) }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
export type RequestSeconds = ReturnType<Metrics['histogram']>;

/**
 * Adds `/metrics` in Prometheus' text format, including the duration of every request by route, method and status.
 * Returns the histogram of these durations, in seconds.
 */
export function registerMetrics(app: FastifyInstance, metrics: Metrics): RequestSeconds {
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
  app.decorate('collectProcessMetrics', () =>
    collectDefaultMetrics({ register: metrics.registry, prefix: 'journal_' }),
  );
  return seconds;
}

export type ProcessMetrics = {
  /** Adds metrics of the process itself; call it for one service per process. */
  collectProcessMetrics(): void;
};

import type { FastifyInstance } from 'fastify';
import type { Tracing } from './tracing.ts';

let tracing: Tracing | undefined;

/**
 * Exports traces of this process to an OTLP receiver, covering all servers created from now on. Without an `endpoint`,
 * does nothing and loads no part of OpenTelemetry.
 */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: { readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string },
): Promise<void> {
  if (endpoint === undefined || tracing) return;
  const { createTracing } = await import('./tracing.ts');
  tracing = createTracing(service, endpoint);
}

/** Exports the remaining traces. Never rejects: an unreachable receiver must not keep the process from exiting. */
export async function stopTracing(): Promise<void> {
  await tracing?.stop().catch(() => {});
  tracing = undefined;
}

/** Monitoring routes, and streams that last as long as a page is open. */
const untraced = /^\/(health\/|metrics$|(api|internal)\/changes$)/;

/**
 * Gives every request to a server a span if tracing has been started. The span continues the trace named in the request
 * only if the request comes from an address for which `isTrusted` returns true.
 */
export function registerTracing(
  app: FastifyInstance,
  service: string,
  isTrusted: (address: string | undefined) => boolean,
): void {
  if (!tracing) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!tracing || untraced.test(request.routeOptions.url ?? '')) return done();
    const headers = isTrusted(request.socket.remoteAddress) ? request.headers : {};
    tracing.onRequest({ service, request, headers }, done);
  });
  app.addHook('onResponse', async (request, reply) => tracing?.onResponse(request, reply));
}

/** Settles like `work`, run within its own span if tracing has been started. */
export const traced = <Result>(
  name: string,
  requestId: string,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.run(name, requestId, work) : work());

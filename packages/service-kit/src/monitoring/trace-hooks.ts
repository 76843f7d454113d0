import type { FastifyInstance } from 'fastify';
import type { Tracing } from './tracing.ts';

let tracing: Tracing | undefined;

/**
 * Sends traces of this process to an OTLP receiver, of all servers that are created from now on. Without an `endpoint` it
 * does nothing, and nothing of OpenTelemetry is loaded.
 */
export async function startTracing(
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: { readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string },
): Promise<void> {
  if (endpoint === undefined || tracing) return;
  const { createTracing } = await import('./tracing.ts');
  tracing = createTracing(service, endpoint);
}

/** Sends the last traces. Never rejects: a receiver that is away must not keep a process. */
export async function stopTracing(): Promise<void> {
  await tracing?.stop().catch(() => {});
  tracing = undefined;
}

/** Those of monitoring, and streams that last as long as a page is open. */
const untraced = /^\/(health\/|metrics$|(api|internal)\/changes$)/;

/**
 * Gives every request of a server a span, where traces were asked for before. It goes on with the trace that the request
 * names only where that comes from an address that `isTrusted`.
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

/** Resolves or rejects as `work` does; a span of its own where traces were asked for. */
export const traced = <Result>(
  name: string,
  requestId: string,
  work: () => Promise<Result>,
): Promise<Result> => (tracing ? tracing.run(name, requestId, work) : work());

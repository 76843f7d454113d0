// Loaded only if tracing is configured.
import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type Span as SdkSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Received = {
  readonly service: string;
  readonly request: FastifyRequest;
  /** The headers to trust. */
  readonly headers: IncomingHttpHeaders;
};

/** Traces requests and jobs across the services. */
export type Tracing = {
  /** Starts a span for the request, in the trace named by `headers`, and calls `proceed` within it. */
  onRequest(received: Received, proceed: () => void): void;
  onResponse(request: FastifyRequest, reply: FastifyReply): void;
  /** Settles like `work`, run within its own span. */
  run<Result>(name: string, requestId: string, work: () => Promise<Result>): Promise<Result>;
  /** Exports the spans that have not been exported yet. */
  stop(): Promise<void>;
};

/**
 * Starts tracing in this process, with a span for each request, each job, each of their calls to other services and
 * each of their SQL statements. Spans contain routes, statuses, statements without their values, and the request ID
 * that the logs also contain. They contain no URLs within the journal, which may include searches, people's addresses
 * and tokens, nothing from request or response bodies, and no error messages, in which Postgres quotes values.
 */
export function createTracing(service: string, endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'journal' }),
    spanProcessors: [new WithoutMessages({ exporter, exportTimeoutMillis: 2_000 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  // Background work outside of a request or a job creates no spans.
  const instrumentations = [
    new UndiciInstrumentation({ requireParentforSpans: true, requestHook: hideAddress }),
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
  ];
  for (const instrumentation of instrumentations) instrumentation.setTracerProvider(provider);
  // The instrumentation patches modules loaded by `require`; importing the same module then returns the patched one.
  createRequire(import.meta.url)('pg');
  const tracer = provider.getTracer('journal');
  const spans = new WeakMap<FastifyRequest, Span>();

  return {
    onRequest({ service: name, request, headers }, proceed) {
      const route = request.routeOptions.url;
      // A request within this process has no trace header; its parent is the span that is active when it is made.
      const parent = propagation.extract(context.active(), headers);
      const attributes = {
        'http.request.method': request.method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'journal.service': name,
        'journal.request_id': request.id,
      };
      const title = `${request.method} ${route ?? 'unknown'}`;
      const span = tracer.startSpan(title, { kind: SpanKind.SERVER, attributes }, parent);
      spans.set(request, span);
      context.with(trace.setSpan(parent, span), proceed);
    },
    onResponse(request, { statusCode }) {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    run: (title, requestId, work) =>
      tracer.startActiveSpan(
        title,
        { kind: SpanKind.CONSUMER, attributes: { 'journal.request_id': requestId } },
        async (span) => {
          try {
            return await work();
          } catch (error) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            throw error;
          } finally {
            span.end();
          }
        },
      ),
    async stop() {
      for (const instrumentation of instrumentations) instrumentation.disable();
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** Removes error messages, which OpenTelemetry puts in the span's status and in an event. */
class WithoutMessages extends BatchSpanProcessor {
  onEnding(span: SdkSpan): void {
    if (span.status.code === SpanStatusCode.ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
    span.events.length = 0;
  }
}

function hideAddress(span: Span, { origin }: { readonly origin: string }): void {
  span.setAttributes({ 'url.full': origin, 'url.path': '', 'url.query': '' });
}

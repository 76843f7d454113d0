// Loaded only where traces are asked for.
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
  /** Those that may be believed. */
  readonly headers: IncomingHttpHeaders;
};

/** What follows requests and jobs through the services. */
export type Tracing = {
  /** Begins a span of the request, in the trace that `headers` name, and calls `proceed` within it. */
  onRequest(received: Received, proceed: () => void): void;
  onResponse(request: FastifyRequest, reply: FastifyReply): void;
  /** Resolves or rejects as `work` does, within a span of its own. */
  run<Result>(name: string, requestId: string, work: () => Promise<Result>): Promise<Result>;
  /** Sends what has not been sent yet. */
  stop(): Promise<void>;
};

/**
 * Returns what makes the traces of this process: a span for each request, for each job, for what they ask of other
 * services and for each statement of theirs. They hold routes, statuses, the text of statements without their values, and
 * the id of the request as the logs have it; neither addresses within the journal, where searches, people's addresses and
 * tokens may be, nor anything of a body, nor the message of an error, in which Postgres quotes values.
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
  // What runs in the background without a request or a job makes none.
  const instrumentations = [
    new UndiciInstrumentation({ requireParentforSpans: true, requestHook: hideAddress }),
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
  ];
  for (const instrumentation of instrumentations) instrumentation.setTracerProvider(provider);
  // It changes what is required, and an import of the same module is given that.
  createRequire(import.meta.url)('pg');
  const tracer = provider.getTracer('journal');
  const spans = new WeakMap<FastifyRequest, Span>();

  return {
    onRequest({ service: name, request, headers }, proceed) {
      const route = request.routeOptions.url;
      // A request within this process has no header, and its parent is the span in which it was made.
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

/** An error's message stands in the status of its span and in an event. */
class WithoutMessages extends BatchSpanProcessor {
  onEnding(span: SdkSpan): void {
    if (span.status.code === SpanStatusCode.ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
    span.events.length = 0;
  }
}

function hideAddress(span: Span, { origin }: { readonly origin: string }): void {
  span.setAttributes({ 'url.full': origin, 'url.path': '', 'url.query': '' });
}

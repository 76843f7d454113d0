import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import replyFrom from '@fastify/reply-from';
import { idempotencyKeyHeader, type Origins, requestIdHeader, wasNeverSent } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type ApiUpstreams = { query: Origins; command: Origins };

/** Milliseconds. */
export const defaultTimeouts = {
  /** Time within which every request gets a response. */
  response: 7_000,
  /** Time after which a read is sent to the next instance: longer than a read may wait for its sender's own write. */
  failover: 3_000,
  /** Time for which a request that no instance has received waits for one that accepts connections. */
  instanceWait: 5_000,
};
const retryDelay = 100;
/** Maximum number of requests waiting for an instance, each with its body. */
const maxWaiting = 256;

/** Responses that may be silent for a long time after they have begun. */
const streamed = new Set(['/api/changes', '/api/audit.csv']);

/** The request can't be serialised as HTTP: no instance is contacted or marked as failing. */
const notSendable = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/**
 * Proxies /api: GET and HEAD to the query side, the rest to the command side. Headers and bodies pass unchanged, except
 * hop-by-hop headers and the trace context, which this request sets itself. Responses are streamed unbuffered. Targets
 * outside /api, or not sendable, get 400. If no instance responds in time, the response is 503 problem+json. Reads, and
 * writes with an Idempotency-Key, may be sent to several instances; any other write only while it is certain that no
 * instance has received it. Until then it waits for an instance, so that a single one can be replaced.
 */
export async function registerApiProxy(
  app: FastifyInstance,
  upstreams: ApiUpstreams,
  { response, failover, instanceWait } = defaultTimeouts,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      disableCache: true,
      undici: {
        connections: 256,
        headersTimeout: response,
        bodyTimeout: 0,
        connectTimeout: 2_000,
        connect: { rejectUnauthorized: true },
      },
    });
    /** Open change streams. Once `closing` is set, no new one begins. */
    const streams = { closing: false, open: new Set<ServerResponse>() };
    let waiting = 0;
    // A change stream never ends on its own: the server would wait for it forever.
    scope.addHook('preClose', async () => {
      streams.closing = true;
      for (const stream of streams.open) stream.end();
    });
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/api/*',
      handler: (request, reply) => {
        const { pathname, search } = apiTarget(request.url);
        const reads = request.method === 'GET' || request.method === 'HEAD';
        const side = reads ? upstreams.query : upstreams.command;
        /** Idempotent: an instance that is shutting down may drop requests it has not started. */
        const isRetryable = reads || request.headers[idempotencyKeyHeader] !== undefined;
        let hasRetried = false;
        const began = performance.now();
        const deadline = began + response;
        /** Tries all instances again after a pause, or responds that none is available. */
        const waitOrGiveUp = async () => {
          if (streams.closing || waiting >= maxWaiting || performance.now() > began + instanceWait) {
            reply.send(unavailable());
            return;
          }
          waiting += 1;
          await sleep(retryDelay);
          waiting -= 1;
          if (!reply.raw.destroyed) sendTo(side.nextOrder());
        };
        const sendTo = ([origin, ...others]: readonly string[]): FastifyReply => {
          const remaining = Math.ceil(deadline - performance.now());
          if (origin === undefined || remaining <= 0) return reply.send(unavailable());
          const timeout = reads && others.length > 0 ? Math.min(failover, remaining) : remaining;
          return reply.from(origin + pathname, {
            ...bodyOf(request),
            ...(streamed.has(pathname) ? {} : { timeout }),
            queryString: () => search.slice(1),
            retryDelay: () => null,
            rewriteRequestHeaders: (_request, headers) => ({
              ...withoutTrace(withoutHopByHop(headers)),
              ...forwardedHeaders(request),
            }),
            rewriteHeaders: withoutHopByHop,
            onResponse: (_request, passed, { stream }) => {
              if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
                if (streams.closing) {
                  stream.destroy();
                  passed.send(unavailable());
                  return;
                }
                streams.open.add(reply.raw);
                reply.raw.once('close', () => streams.open.delete(reply.raw));
              }
              passed.send(stream);
            },
            onError: (_reply, { error }) => {
              if ([error, error.cause].some((one) => notSendable.has(codeOf(one)))) {
                reply.send(new ProblemError('invalid-request'));
                return;
              }
              side.markUnresponsive(origin);
              const wasNeverReceived = wasNeverSent(error);
              if (!wasNeverReceived && !isRetryable) return void reply.send(unavailable());
              if (others.length > 0) return void sendTo(others);
              // Only once: the request itself may be what crashes the instances.
              if (!wasNeverReceived && hasRetried) return void reply.send(unavailable());
              hasRetried ||= !wasNeverReceived;
              void waitOrGiveUp();
            },
          });
        };
        return sendTo(side.nextOrder());
      },
    });
  });
}

const unavailable = () => new ProblemError('unavailable', { headers: { 'retry-after': '1' } });

function bodyOf({ body, headers }: FastifyRequest): { body?: unknown; contentType?: string } {
  if (!Buffer.isBuffer(body)) return {};
  return { body, contentType: headers['content-type'] ?? 'application/octet-stream' };
}

/** Forwarded headers of the client, from trusted proxies only. */
function forwardedHeaders(request: FastifyRequest): Record<string, string> {
  return {
    [requestIdHeader]: request.id,
    'x-forwarded-for': [...(request.ips ?? [request.ip])].reverse().join(', '),
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code);

/** Returns the normalised path and the query of a request to the API. Throws `invalid-request` for any other path. */
function apiTarget(url: string): Pick<URL, 'pathname' | 'search'> {
  if (!url.startsWith('/') || !URL.canParse(`http://api${url}`)) throw new ProblemError('invalid-request');
  const target = new URL(`http://api${url}`);
  const { pathname } = target;
  if (!pathname.startsWith('/api/') || leavesDirectory(pathname)) throw new ProblemError('invalid-request');
  return target;
}

/** Whether a path with encoded slashes leads out of its directory once a service decodes them. */
function leavesDirectory(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname)
      .split(/[\\/]/)
      .some((segment) => segment === '..');
  } catch {
    return true;
  }
}

/** Hop-by-hop headers (RFC 9110, 7.6.1), including those of older clients. */
const hopByHop =
  /^(?:connection|expect|http2-settings|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/** Returns the end-to-end headers: without hop-by-hop headers and those that `Connection` names. */
function withoutHopByHop<Headers extends IncomingHttpHeaders>(headers: Headers): Headers {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(/[\s,]+/),
  );
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.test(name) && !named.has(name)),
  ) as Headers;
}

/**
 * Returns the headers without the W3C trace context: the tracing instrumentation adds its own, and duplicates void
 * both.
 */
const withoutTrace = ({ traceparent: _parent, tracestate: _state, ...headers }: IncomingHttpHeaders) =>
  headers;

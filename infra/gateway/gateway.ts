import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { requestIdHeader } from '@journal/contracts';
import {
  answerClientError,
  answerProblem,
  handleInOrder,
  hasTwoHosts,
  trustedProxies,
} from '@journal/service-kit';
import { listenOn } from '../launcher/listen-on.ts';

export type Gateway<Target> = ReturnType<typeof createGateway<Target>>;

export interface GatewayOptions {
  /** Milliseconds within which a whole request must arrive; its response may take any time. Default: 30,000. */
  requestTimeout?: number;
  /** Milliseconds that requests in flight get at shutdown. Default: 5,000. */
  drainTimeout?: number;
}

type Handle<Target> = (target: Target, request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * The one public port. `handle` is called with each request once the system is open; if it fails, the response is 500.
 */
export function createGateway<Target>(handle: Handle<Target>, options: GatewayOptions = {}) {
  const opened = Promise.withResolvers<Target>();
  const inFlight = new InFlight();
  const server = createHardenedServer(async (request, response) => {
    if (!inFlight.add(response)) return;
    const target = await opened.promise;
    if (!response.destroyed) await handle(target, request, response);
  }, options);
  return {
    /** Listens and resolves with the port. Requests before `open` wait for it. Rejects if the port is in use. */
    listen: (port: number, host: string) => listenOn(server, port, host),
    /** Handles requests with this target from now on, including those that have waited. */
    open: (target: Target) => opened.resolve(target),
    /** Accepts no more connections. Resolves when the requests in flight are answered, except for event streams. */
    async drain(): Promise<void> {
      if (server.listening) server.close();
      await inFlight.drain(options.drainTimeout ?? 5_000);
      server.closeIdleConnections();
    },
    /** Closes the remaining connections. */
    close: () => server.closeAllConnections(),
  };
}

/**
 * An HTTP server for untrusted networks: every request reaches `handle` with a path as its URL, without the headers
 * that only we may set, and once earlier requests on its connection are answered. Malformed or slow requests are
 * answered with a problem.
 */
function createHardenedServer(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  { requestTimeout = 30_000 }: GatewayOptions,
): Server {
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(requestTimeout, 5_000),
      keepAliveTimeout: 72_000,
    },
    (request, response) => handleInOrder(request, response, () => answer(request, response)),
  );
  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = originForm(request.url);
    if (url === undefined || hasTwoHosts(request))
      return answerProblem(response, 'invalid-request', { connection: 'close' });
    request.url = url;
    dropUntrustedHeaders(request);
    handle(request, response).catch((failure: unknown) => {
      process.stderr.write(`${request.method} request failed: ${String(failure)}\n`);
      answerProblem(response, 'internal');
    });
  }
  server.on('clientError', answerClientError);
  return server;
}

/**
 * Returns the path and query of a request target (RFC 9112, 3.2): unchanged when it begins with `/`, without scheme
 * and authority when it is an absolute URL, undefined for every other form.
 */
export function originForm(target = '/'): string | undefined {
  if (target.startsWith('/')) return target;
  const [, rest] = /^https?:\/\/[^/?#]+(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const forwarded = 'forwarded traceparent tracestate x-forwarded-for x-forwarded-host x-forwarded-proto'.split(
  ' ',
);
const isLoopback = trustedProxies('loopback');

/** Removes the request ID and, unless the sender is a proxy on this machine, the headers about its origin and trace. */
export function dropUntrustedHeaders({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  delete headers[requestIdHeader];
  const given = forwarded.filter((name) => headers[name] !== undefined);
  if (given.length === 0 || isLoopback(socket.remoteAddress)) return;
  for (const name of given) delete headers[name];
}

/** Responses in flight; no new ones are begun while draining. */
class InFlight {
  readonly #responses = new Set<ServerResponse>();
  #onChange: (() => void) | undefined;
  #isDraining = false;

  /**
   * Returns whether the request may be handled; while draining, it is answered with a 503 that closes its connection.
   */
  add(response: ServerResponse): boolean {
    if (this.#isDraining) {
      answerProblem(response, 'unavailable', { 'retry-after': '1', connection: 'close' });
      return false;
    }
    this.#responses.add(response);
    response.once('close', () => {
      this.#responses.delete(response);
      this.#onChange?.();
    });
    return true;
  }

  /** Resolves when every response is sent, except event streams (which their service ends), or after `timeout` ms. */
  async drain(timeout: number): Promise<void> {
    this.#isDraining = true;
    for (const response of this.#responses)
      if (!response.headersSent) response.setHeader('connection', 'close');
    const deadline = setTimeout(() => this.#onChange?.(), timeout);
    const end = performance.now() + timeout;
    while (![...this.#responses].every(isEventStream) && performance.now() < end)
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    clearTimeout(deadline);
  }
}

/** Only headers that were set before `writeHead` can be read back; those of event streams are. */
function isEventStream(response: ServerResponse): boolean {
  const type = String(response.getHeader('content-type') ?? '');
  return response.headersSent && /^text\/event-stream\b/i.test(type);
}

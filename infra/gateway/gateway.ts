import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { requestIdHeader } from '@journal/contracts';
import { answerClientError, answerProblem, hasTwoHosts, inTurn, trustedProxies } from '@journal/service-kit';
import { listenOn } from '../launcher/listen-on.ts';

export type Gateway<Target> = ReturnType<typeof createGateway<Target>>;

export interface GatewayOptions {
  /** Milliseconds in which a whole request must have arrived; how long its answer takes is not limited. */
  requestTimeout?: number;
  /** Milliseconds that requests under way are given at the end. */
  drainTimeout?: number;
}

type Handle<Target> = (target: Target, request: IncomingMessage, response: ServerResponse) => unknown;

/** The one public port. `handle` gets each request once the system is open; where it fails, the answer is 500. */
export function createGateway<Target>(handle: Handle<Target>, options: GatewayOptions = {}) {
  const opened = Promise.withResolvers<Target>();
  const inFlight = new InFlight();
  const server = createHardenedServer(async (request, response) => {
    if (!inFlight.add(response)) return;
    const target = await opened.promise;
    if (!response.destroyed) await handle(target, request, response);
  }, options);
  return {
    /** Listens and resolves with the port; requests before `open` wait for it. Rejects where the port is taken. */
    listen: (port: number, host: string) => listenOn(server, port, host),
    /** Handles requests by this target from now on, those that have waited too. */
    open: (target: Target) => opened.resolve(target),
    /** Accepts no more connections and resolves when the requests under way are answered, event streams apart. */
    async drain(): Promise<void> {
      if (server.listening) server.close();
      await inFlight.drain(options.drainTimeout ?? 5_000);
      server.closeIdleConnections();
    },
    /** Cuts what is left. */
    close: () => server.closeAllConnections(),
  };
}

/**
 * An HTTP server for whatever the network sends: every request reaches `handle` with a path as its URL and without the
 * headers that only we may set, when those before it on its connection are answered; what is malformed or comes too slowly
 * is answered with a problem.
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
    (request, response) => inTurn(request, response, () => answer(request, response)),
  );
  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = originForm(request.url);
    if (url === undefined || hasTwoHosts(request))
      return answerProblem(response, 'invalid-request', { connection: 'close' });
    request.url = url;
    dropUntrustedHeaders(request);
    handle(request, response).catch((failure: unknown) => {
      process.stderr.write(`${request.method} was not answered: ${String(failure)}\n`);
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

/**
 * Removes the request id, and, unless the sender is a proxy on this machine, what says where it comes from and which trace
 * it belongs to.
 */
export function dropUntrustedHeaders({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  delete headers[requestIdHeader];
  const given = forwarded.filter((name) => headers[name] !== undefined);
  if (given.length === 0 || isLoopback(socket.remoteAddress)) return;
  for (const name of given) delete headers[name];
}

/** The responses under way; none is begun once they drain. */
class InFlight {
  readonly #responses = new Set<ServerResponse>();
  #onChange: (() => void) | undefined;
  #isDraining = false;

  /** Whether it may be answered; during the drain it gets a 503 that closes its connection. */
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

  /** Resolves when every response but event streams (which their service ends) is sent, or after `timeout` ms. */
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

/** Only headers that were set before `writeHead` can be read back, as those of event streams are. */
function isEventStream(response: ServerResponse): boolean {
  const type = String(response.getHeader('content-type') ?? '');
  return response.headersSent && /^text\/event-stream\b/i.test(type);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type ProblemCode, problemMediaType, requestIdHeader } from '@journal/contracts';
import { answerClientError, toProblem, trustedProxies } from '@journal/service-kit';

export interface EntranceOptions {
  /** Milliseconds in which a whole request must have come; how long its answer takes is not limited. */
  requestTimeout?: number;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * An HTTP server for whatever the network sends: every request reaches `handle` with a path for its URL and without
 * what only we may say, what is no request or comes too slowly is answered with a problem, and a failing `handle`
 * answers 500 and nothing else.
 */
export function createEntrance(handle: Handle, { requestTimeout = 30_000 }: EntranceOptions = {}): Server {
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(requestTimeout, 5_000),
      keepAliveTimeout: 72_000,
    },
    (request, response) => {
      const url = originForm(request.url);
      if (url === undefined) return answerProblem(response, 'invalid-request');
      request.url = url;
      dropOutsideHeaders(request);
      handle(request, response).catch((failure: unknown) => {
        process.stderr.write(`${request.method} was not answered: ${String(failure)}\n`);
        answerProblem(response, 'internal');
      });
    },
  );
  server.on('clientError', answerClientError);
  return server;
}

/** Answers with a problem of the catalogue; cuts the connection where the answer has begun already. */
export function answerProblem(
  response: ServerResponse,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(code);
  for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
  response.writeHead(problem.status, {
    'content-type': problemMediaType,
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(problem));
}

/**
 * The path and query of a request target (RFC 9112, 3.2): as it is when it begins with `/`, without scheme and
 * authority when it is an absolute URL, undefined for every other form.
 */
export function originForm(target = '/'): string | undefined {
  if (target.startsWith('/')) return target;
  const [, rest] = /^https?:\/\/[^/?#]+(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];
const isOnThisMachine = trustedProxies('loopback');

/**
 * Takes from a request what only we may say: its id always, and where it comes from unless a proxy on this machine
 * (the server with TLS in front) says so.
 */
export function dropOutsideHeaders({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): void {
  delete headers[requestIdHeader];
  if (isOnThisMachine(socket.remoteAddress)) return;
  for (const name of forwarded) delete headers[name];
}

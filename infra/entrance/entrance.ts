import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerClientError } from '@journal/service-kit';
import { answerProblem } from './answer-problem.ts';
import { originForm } from './origin-form.ts';
import { dropOutsideHeaders } from './outside-headers.ts';

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

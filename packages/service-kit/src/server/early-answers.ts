import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import type { RequestSeconds } from '../monitoring/monitoring.ts';

const usableRequestId = /^[A-Za-z0-9_.:-]{1,100}$/;

/** Returns a function that returns a request's ID: the one forwarded by a trusted proxy, or a new one. */
export function createRequestIds(isTrusted: (address: string | undefined) => boolean) {
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[requestIdHeader];
    const isUsable = typeof given === 'string' && usableRequestId.test(given);
    return isUsable && isTrusted(socket.remoteAddress) ? given : randomUUID();
  };
}

/** A request before it reaches Fastify; an `IncomingMessage` if it came over HTTP. */
export type EarlyRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export type EarlyResponse = {
  readonly status: number;
  /** Alternating names and values, without the request ID. */
  readonly headers: readonly string[];
  /** Omitted from the response to HEAD. */
  readonly body: Buffer | undefined;
  /** Route name for metrics. */
  readonly route: string;
  /** Path for the log, without the query. */
  readonly path: string;
};

/** The client of an early request. */
export type EarlyClient = {
  /** Returns the request's id. */
  readonly requestId: () => string;
  /** Calls the listener once, when the response has been sent or the client has disconnected. */
  readonly onClose: (listener: () => void) => void;
};

/** Returns or resolves with the response to a request; undefined leaves the request to Fastify. */
export type EarlyResponder = (
  request: EarlyRequest,
  client: EarlyClient,
) => EarlyResponse | undefined | Promise<EarlyResponse | undefined>;

type EarlyOptions = {
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly seconds: RequestSeconds;
};

/**
 * Lets a server respond before Fastify. `routing`, which handles requests of the listening server and of a gateway in
 * this process, calls the responder set by `answerEarly` first, until the server closes. Early responses are logged and
 * counted like all others. If the responder fails, Fastify handles the request.
 */
export function withEarlyAnswers<App extends FastifyInstance>(
  app: App,
  { requestIdOf, seconds }: EarlyOptions,
) {
  const { log } = app;
  const routing: (request: IncomingMessage, response: ServerResponse) => void = app.routing;
  const isLogged = ['info', 'debug', 'trace'].includes(log.level);
  let respond: EarlyResponder = () => undefined;
  app.addHook('preClose', async () => {
    respond = () => undefined;
  });

  function record({ method = '' }: EarlyRequest, requestId: string, found: EarlyResponse, since: number) {
    const { route, path, status } = found;
    const elapsed = performance.now() - since;
    seconds.observe({ method, route, status }, elapsed / 1_000);
    if (isLogged)
      log.info({ requestId, method, path, status, milliseconds: Math.round(elapsed * 10) / 10 }, 'request');
  }

  const logFailure = (error: unknown) => log.error({ err: error }, 'early answer failed');

  return Object.assign(app, {
    routing(request: IncomingMessage, response: ServerResponse): void {
      const since = performance.now();
      const responder = respond;
      let id: string | undefined;
      const requestId = () => (id ??= requestIdOf(request));
      const answer = (found: EarlyResponse | undefined) => {
        if (!found || respond !== responder) return routing(request, response);
        response.writeHead(found.status, [...found.headers, requestIdHeader, requestId()]);
        response.end(request.method === 'HEAD' ? undefined : found.body);
        record(request, requestId(), found, since);
      };
      const onClose = (listener: () => void) => void response.once('close', listener);
      const fail = (error: unknown) => {
        logFailure(error);
        if (!response.headersSent) routing(request, response);
      };
      try {
        const found = responder(request, { requestId, onClose });
        if (found instanceof Promise) found.then(answer).catch(fail);
        else answer(found);
      } catch (error) {
        fail(error);
      }
    },
    /** Sets the responder that is called before Fastify. */
    answerEarly(responder: EarlyResponder): void {
      respond = responder;
    },
    /** Resolves with the early response to a request from within this process, or undefined if there is none. */
    async respondEarly(request: EarlyRequest, requestId: string): Promise<EarlyResponse | undefined> {
      const since = performance.now();
      try {
        const found = await respond(request, { requestId: () => requestId, onClose() {} });
        if (found) record(request, requestId, found, since);
        return found;
      } catch (error) {
        logFailure(error);
        return undefined;
      }
    },
  });
}

/** The members that `withEarlyAnswers` adds to a Fastify server. */
export type EarlyAnswers = Pick<ReturnType<typeof withEarlyAnswers>, 'answerEarly' | 'respondEarly'>;

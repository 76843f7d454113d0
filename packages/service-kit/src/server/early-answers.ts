import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import type { RequestSeconds } from '../monitoring/monitoring.ts';

const usableRequestId = /^[A-Za-z0-9_.:-]{1,100}$/;

/** Returns a function that returns a request's id: the one that a trusted proxy passed on, or a new one. */
export function createRequestIds(isTrusted: (address: string | undefined) => boolean) {
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[requestIdHeader];
    const isUsable = typeof given === 'string' && usableRequestId.test(given);
    return isUsable && isTrusted(socket.remoteAddress) ? given : randomUUID();
  };
}

/** A request before Fastify; `IncomingMessage` where it came over HTTP. */
export type EarlyRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export type EarlyResponse = {
  readonly status: number;
  /** Names and values in turn, without the request's id. */
  readonly headers: readonly string[];
  /** Left out of the answer to HEAD. */
  readonly body: Buffer | undefined;
  /** As metrics name the route. */
  readonly route: string;
  /** As the log names the path: without the query. */
  readonly path: string;
};

/** Who asks early. */
export type EarlyClient = {
  /** Returns the request's id. */
  readonly requestId: () => string;
  /** Calls the listener once, when the response is sent or the client is gone. */
  readonly onClose: (listener: () => void) => void;
};

/** Returns the response to a request, now or later; undefined leaves it to Fastify. */
export type EarlyResponder = (
  request: EarlyRequest,
  client: EarlyClient,
) => EarlyResponse | undefined | Promise<EarlyResponse | undefined>;

type EarlyOptions = {
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly seconds: RequestSeconds;
};

/**
 * Adds a way before Fastify to a server. `routing`, which takes the requests of the listening server and of a gateway in
 * this process, asks the responder of `answerEarly` first, until the server closes. What that answers is logged and
 * counted like every request; where it fails, Fastify answers.
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

  const tell = (error: unknown) => log.error({ err: error }, 'a request was not answered early');

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
        tell(error);
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
    /** Sets who answers requests before Fastify. */
    answerEarly(responder: EarlyResponder): void {
      respond = responder;
    },
    /** Resolves with the early response to a request of this process, undefined where there is none. */
    async respondEarly(request: EarlyRequest, requestId: string): Promise<EarlyResponse | undefined> {
      const since = performance.now();
      try {
        const found = await respond(request, { requestId: () => requestId, onClose() {} });
        if (found) record(request, requestId, found, since);
        return found;
      } catch (error) {
        tell(error);
        return undefined;
      }
    },
  });
}

/** What a server of ours has that one of Fastify's own lacks. */
export type EarlyAnswers = Pick<ReturnType<typeof withEarlyAnswers>, 'answerEarly' | 'respondEarly'>;

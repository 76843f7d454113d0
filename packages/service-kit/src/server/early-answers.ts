import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '@journal/contracts';
import type { FastifyInstance } from 'fastify';
import type { RequestSeconds } from '../monitoring/monitoring.ts';

/** Sees each request before Fastify. Answers it, now or later, or else calls `pass`, once. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void;

const usableRequestId = /^[A-Za-z0-9_.:-]{1,100}$/;

/** Returns a function that returns a request's id: the one that a trusted proxy passed on, or a new one. */
export function createRequestIds(isTrusted: (address: string | undefined) => boolean) {
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[requestIdHeader];
    const isUsable = typeof given === 'string' && usableRequestId.test(given);
    return isUsable && isTrusted(socket.remoteAddress) ? given : randomUUID();
  };
}

export type EarlyRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
  /** Returns the request's id; called where there is a response. */
  readonly requestId: () => string;
};

/** A response that is known before Fastify. */
export type EarlyResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};

export type EarlyAnswer = {
  readonly method: string;
  readonly requestId: string;
  /** Without the query. */
  readonly path: string;
  /** As the metrics name it. */
  readonly route: string;
  readonly status: number;
  /** When the request came, in milliseconds of `performance.now()`. */
  readonly since: number;
};

/** Returns a function that counts and logs a request that was answered before Fastify, as Fastify's own are. */
export function createEarlyAnswerRecord({ log }: Pick<FastifyInstance, 'log'>, seconds: RequestSeconds) {
  const isLogged = ['info', 'debug', 'trace'].includes(log.level);
  return ({ method, requestId, path, route, status, since }: EarlyAnswer): void => {
    const elapsed = performance.now() - since;
    seconds.observe({ method, route, status }, elapsed / 1_000);
    if (isLogged)
      log.info({ requestId, method, path, status, milliseconds: Math.round(elapsed * 10) / 10 }, 'request');
  };
}

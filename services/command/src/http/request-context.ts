import { idempotencyKeyHeader } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import {
  isIdempotencyKey,
  type RequestContext,
  type RequestKeys,
  randomIds,
} from '../writing/request-context.ts';
import { actorOf } from './requester.ts';

/**
 * Returns who asks, in which request; a POST with an Idempotency-Key may be repeated. The path and the body count as they
 * are after trimming and validation; `body` is for a route that must leave something out of it.
 */
export function contextOf(
  request: FastifyRequest,
  keys: RequestKeys,
  body: unknown = request.body,
): RequestContext {
  const actor = actorOf(request);
  const common = { actor, requestId: request.id };
  const key = request.method === 'POST' ? request.headers[idempotencyKeyHeader] : undefined;
  if (key === undefined) return { ...common, ids: randomIds() };
  if (typeof key !== 'string' || !isIdempotencyKey(key)) throw new ProblemError('invalid-idempotency-key');
  const [path = ''] = request.url.split('?', 1);
  const { ids, request: idempotency } = keys.idempotent(actor.id, key, {
    method: request.method,
    path,
    body,
  });
  return { ...common, ids, idempotency };
}

/** Returns who asks, in which request, for a route where a repetition does no harm: Idempotency-Key is ignored. */
export const repeatableContextOf = (request: FastifyRequest): RequestContext => ({
  actor: actorOf(request),
  requestId: request.id,
  ids: randomIds(),
});

import { idempotencyKeyHeader } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../auth/requester.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { isIdempotencyKey, type RequestKeys, randomIds } from './request-keys.ts';

/**
 * Who asks, in which request; a POST with an Idempotency-Key is one that may come again. The path and the body count
 * as they are after trimming and validation; `body` is there for a route that must leave something out of it.
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

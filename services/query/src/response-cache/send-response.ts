import { positionHeader } from '@journal/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBehind } from '../tracker/read-your-writes.ts';
import { namesTag, type ResponseBody } from './response-body.ts';
import type { CachedResponse } from './response-cache.ts';

/** May be stored, but must be revalidated each time; 304 makes that cheap. */
const revalidated = { public: 'no-cache', private: 'private, no-cache' };

/** Sends a finished response, or 304 where the client has it already. `audience`: which caches may store it. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { response, position }: CachedResponse,
  audience: keyof typeof revalidated = 'public',
) {
  reply
    .header('etag', response.etag)
    .header('cache-control', isBehind(request) ? 'no-store' : revalidated[audience])
    .header(positionHeader, position);
  if (response.link !== undefined) reply.header('link', response.link);
  if (namesTag(request.headers['if-none-match'], response.etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(response.body);
}

/** Sends what not everybody may see: no shared cache stores it, and the client's own revalidates each time. */
export function sendPrivate(
  request: FastifyRequest,
  reply: FastifyReply,
  response: ResponseBody,
  position: string,
) {
  reply.header('vary', 'authorization, cookie');
  return sendResponse(request, reply, { response, position }, 'private');
}

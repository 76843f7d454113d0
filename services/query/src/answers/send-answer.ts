import { positionHeader } from '@journal/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBehind } from '../read-side/read-your-writes.ts';
import { namesTag } from './answer.ts';
import type { Given } from './answers.ts';

/** May be kept, but must be asked about each time; 304 makes that cheap. */
const revalidated = { public: 'no-cache', private: 'private, no-cache' };

/** Sends a finished answer, or 304 where the reader has it already. `audience`: who may keep it. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, position }: Given,
  audience: keyof typeof revalidated = 'public',
) {
  reply
    .header('etag', answer.etag)
    .header('cache-control', isBehind(request) ? 'no-store' : revalidated[audience])
    .header(positionHeader, position);
  if (answer.link !== undefined) reply.header('link', answer.link);
  if (namesTag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(answer.body);
}

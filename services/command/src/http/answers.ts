import { positionHeader, revisionEtag } from '@journal/contracts';
import type { FastifyReply } from 'fastify';
import type { WriteResult } from '../writing/decide-and-append.ts';

/** Responds with 204, and with `position` if something was written. */
export function sendDone(reply: FastifyReply, position?: string): FastifyReply {
  if (position !== undefined) reply.header(positionHeader, position);
  return reply.code(204).header('cache-control', 'no-store').send();
}

/** Responds with the JSON text of a piece as of a revision, and the ETag that a GET gives. */
export function sendPiece(
  reply: FastifyReply,
  json: string,
  { state: { revision }, position }: WriteResult<{ readonly revision: number }>,
): FastifyReply {
  return reply
    .headers({ [positionHeader]: position, etag: revisionEtag(revision, json), 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(json);
}

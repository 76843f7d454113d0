import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * A hook that lets through only requests with `Authorization: Bearer <token>`; 401 otherwise, before anything else of
 * the request is looked at. The comparison takes the same time whatever was given.
 */
export function requireServiceToken(token: string): (request: FastifyRequest) => Promise<void> {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const expected = digest(token);
  return async (request) => {
    const [, given] = /^Bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (given === undefined || !timingSafeEqual(digest(given), expected))
      throw new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } });
  };
}

import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../problem/problem-error.ts';

/**
 * Returns a hook that only admits requests with `Authorization: Bearer <token>`; all others get 401 before anything
 * else in the request is examined. Compares tokens in constant time.
 */
export function requireServiceToken(token: string): (request: FastifyRequest) => Promise<void> {
  const key = createSecretKey(randomBytes(32));
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const expected = digest(token);
  return async (request) => {
    const [, given] = /^Bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (given === undefined || !timingSafeEqual(digest(given), expected))
      throw new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } });
  };
}

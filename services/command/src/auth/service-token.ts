import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Actor } from '@journal/events';
import { ProblemError, type Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const actorKey = 'actor';
const service: Actor = { id: 'service', role: 'service' };

/**
 * Lets nothing through that could change something, known route or not, unless it carries
 * `Authorization: Bearer <token>`: 401 before anything of the request is looked at.
 */
export function registerServiceToken(app: Server, token: string): void {
  const isToken = createTokenCheck(token);
  app.decorateRequest(actorKey);
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return;
    const [, given] = /^Bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (given === undefined || !isToken(given))
      throw new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } });
    request.setDecorator<Actor>(actorKey, service);
  });
}

/** Who makes this request; throws on a route that lets everybody in. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = request.getDecorator<Actor | undefined>(actorKey);
  if (!actor) throw new Error('Nobody is signed in on this route');
  return actor;
}

/** Compares in a time that depends on neither text. */
function createTokenCheck(token: string): (given: string) => boolean {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const expected = digest(token);
  return (given) => timingSafeEqual(digest(given), expected);
}

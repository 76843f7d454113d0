import type { Actor } from '@journal/events';
import { requireServiceToken, type Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const actorKey = 'actor';
const service: Actor = { id: 'service', role: 'service' };

/** Lets nothing through that could change something, known route or not, unless it carries the service token. */
export function registerServiceToken(app: Server, token: string): void {
  const requireToken = requireServiceToken(token);
  app.decorateRequest(actorKey);
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return;
    await requireToken(request);
    request.setDecorator<Actor>(actorKey, service);
  });
}

/** Who makes this request; throws on a route that lets everybody in. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = request.getDecorator<Actor | undefined>(actorKey);
  if (!actor) throw new Error('Nobody is signed in on this route');
  return actor;
}

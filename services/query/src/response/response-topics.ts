import { type RequestedResource, topicsHeader } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../account/access.ts';

const topicsKey = 'topics';
const none: readonly string[] = [];
const printable = /^[\x21-\x7e]+$/;

/** Sends the topics of each route that has some with its responses (`Journal-Topics`). To be registered before the routes. */
export function registerResponseTopics(app: Server): void {
  app.decorateRequest(topicsKey, null);
  app.addHook('onRoute', (route) => {
    const declared = route.config?.topics;
    if (declared === undefined) return;
    route.preHandler = [route.preHandler ?? []].flat().concat((request, reply, done) => {
      const found = declared(resourceOf(request));
      request.setDecorator(topicsKey, found);
      // Of a path that names nothing they may hold what no header does.
      if (found.every((topic) => printable.test(topic))) reply.header(topicsHeader, found.join(' '));
      done();
    });
  });
}

/** Returns the topics of the response to this request. */
export function topicsOf(request: FastifyRequest): readonly string[] {
  return request.getDecorator<readonly string[] | null>(topicsKey) ?? none;
}

function resourceOf(request: FastifyRequest): RequestedResource {
  return {
    params: request.params as RequestedResource['params'],
    query: request.query as RequestedResource['query'],
    userId: accountOf(request)?.user.id,
  };
}

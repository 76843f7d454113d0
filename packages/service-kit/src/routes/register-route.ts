import {
  type Access,
  type BodyOf,
  type ParamsOf,
  partsOf,
  type QueryOf,
  type RequestedResource,
  type Route,
  routeOf,
} from '@journal/contracts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify';
import Type from 'typebox';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route; enforced by the service. */
    access?: Access;
    /** The route's topics, from the route table. */
    topics?: (resource: RequestedResource) => readonly string[];
  }
}

export type RequestOf<Key extends Route> = FastifyRequest<{
  Params: ParamsOf<Key>;
  Querystring: QueryOf<Key>;
  Body: BodyOf<Key>;
}>;

export type RouteHandler<Key extends Route> = (request: RequestOf<Key>, reply: FastifyReply) => unknown;

const NoQuery = Type.Object({}, { additionalProperties: false });

/**
 * Registers a route from the table: its method and path, the validation of its query and JSON body, and, in
 * `config.access`, who may use it. The handler must validate path parameters itself.
 */
export function registerRoute<Key extends Route>(
  app: Pick<FastifyInstance, 'route'>,
  key: Key,
  options: Omit<RouteShorthandOptions, 'schema'>,
  handler: RouteHandler<Key>,
): void {
  const { access, query, body, bodyType, topics } = routeOf(key);
  const { method, path } = partsOf(key);
  const querystring = query ?? (method === 'GET' ? NoQuery : undefined);
  app.route({
    ...options,
    method,
    url: path,
    schema: {
      ...(querystring ? { querystring } : {}),
      ...(body && bodyType === undefined ? { body } : {}),
    },
    config: { ...options.config, access, ...(topics ? { topics } : {}) },
    handler: handler as RouteOptions['handler'],
  });
}

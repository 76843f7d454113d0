import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Who may use a route: anybody; whoever is signed in; administrators; programs with the service token; the last two.
 */
export type Permission = 'visitor' | 'user' | 'admin' | 'service' | 'admin-or-service';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use this route; one that names nobody is refused when it is registered. */
    allows?: Permission;
    /** Whether pages and programs of other sites may send it as well, as a one-click unsubscribe is. */
    fromAnyOrigin?: boolean;
  }
}

/** Throws as soon as a route is registered, from now on, that doesn't say in its `config.allows` who may use it. */
export function requirePermissions(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.allows === undefined) throw new Error(`${method} ${url} doesn't say who may use it`);
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request may only look. */
export const isSafe = (request: FastifyRequest): boolean => safeMethods.has(request.method);

/** Who may use the route of this request; undefined where there is no route, or one of what every service shows of itself. */
export function permissionOf(request: FastifyRequest): Permission | undefined {
  const { allows } = request.routeOptions.config;
  if (allows !== undefined || request.is404 || isSafe(request)) return allows;
  throw new Error(`${request.method} ${request.routeOptions.url} doesn't say who may use it`);
}

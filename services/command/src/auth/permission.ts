import type { Access } from '@journal/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages and programs of other sites may send it as well, as a one-click unsubscribe is. */
    fromAnyOrigin?: boolean;
  }
}

/** Throws as soon as a route is registered, from now on, that doesn't say in its `config.access` who may use it. */
export function requirePermissions(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${method} ${url} doesn't say who may use it`);
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request may only look. */
export const isSafe = (request: FastifyRequest): boolean => safeMethods.has(request.method);

/** Who may use the route of this request; undefined where there is no route, or one of what every service shows of itself. */
export function permissionOf(request: FastifyRequest): Access | undefined {
  const { access } = request.routeOptions.config;
  if (access !== undefined || request.is404 || isSafe(request)) return access;
  throw new Error(`${request.method} ${request.routeOptions.url} doesn't say who may use it`);
}

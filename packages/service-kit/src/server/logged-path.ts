import { uuidPattern } from '@journal/contracts';
import type { FastifyRequest } from 'fastify';

/** Ids that we made ourselves. */
const ownId = new RegExp(`^(?:\\d{1,15}|${uuidPattern})$`);

/**
 * What may be logged of a request's path: its route, with the ids that it names. The rest of a path can be anything,
 * somebody's address or a token among them, so it is told only where it led to something, as a `status` of an answer
 * says; `unknown` where there is no route.
 */
export function loggedPath(
  request: Pick<FastifyRequest, 'url' | 'params' | 'routeOptions'>,
  status?: number,
): string {
  const { url: route } = request.routeOptions;
  if (route === undefined) return 'unknown';
  if (!route.includes('*')) return withIds(route, request.params);
  const led = status !== undefined && ((status >= 200 && status < 300) || status === 304);
  return led ? (request.url.split('?', 1)[0] ?? route) : route;
}

function withIds(route: string, params: unknown): string {
  const given = (params ?? {}) as Record<string, unknown>;
  return route.replace(/:(\w+)/g, (placeholder, name: string) => {
    const value = given[name];
    return typeof value === 'string' && ownId.test(value) ? value : placeholder;
  });
}

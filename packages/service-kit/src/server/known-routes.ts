import type { FastifyInstance } from 'fastify';
import createRouter, { type HTTPMethod } from 'find-my-way';

type KnownRoute = { readonly method: string; readonly url: string };

const decoration = 'knownRoutes';

/** Returns the routes of a server made by `createServer` in the order of registration, one entry per method. */
export const routesOf = (app: FastifyInstance): KnownRoute[] => app.getDecorator<KnownRoute[]>(decoration);

/**
 * Records every route that is registered from now on. Returns a function that returns the methods that a path takes,
 * sorted; none for a path that no route matches.
 */
export function rememberRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes: KnownRoute[] = [];
  const router = createRouter({ maxParamLength: Number.MAX_SAFE_INTEGER });
  app.decorate(decoration, routes);
  app.addHook('onRoute', ({ url, method: methods }) => {
    for (const method of [methods].flat()) {
      // One that another hook has refused may be registered again.
      if (router.hasRoute(method as HTTPMethod, url)) continue;
      routes.push({ method, url });
      router.on(method as HTTPMethod, url, () => {});
    }
  });
  return (path) => {
    const methods = new Set(routes.map(({ method }) => method));
    return [...methods].filter((method) => router.find(method as HTTPMethod, path) !== null).sort();
  };
}

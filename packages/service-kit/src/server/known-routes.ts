import type { FastifyInstance } from 'fastify';
import createRouter, { type HTTPMethod } from 'find-my-way';

type KnownRoute = { readonly method: string; readonly url: string };

const decoration = 'knownRoutes';

/** Returns the routes of a server made by `createServer` in order of registration, one entry per method. */
export const routesOf = (app: FastifyInstance): KnownRoute[] => app.getDecorator<KnownRoute[]>(decoration);

/**
 * Records every route registered from now on. Returns a function that returns the methods that a path supports, sorted;
 * empty if no route matches the path.
 */
export function rememberRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes: KnownRoute[] = [];
  const known = new Set<string>();
  app.decorate(decoration, routes);
  app.addHook('onRoute', ({ url, method: methods }) => {
    for (const method of [methods].flat()) {
      // A route that another hook has rejected may be registered again.
      if (known.has(`${method} ${url}`)) continue;
      known.add(`${method} ${url}`);
      routes.push({ method, url });
    }
  });
  let router: ReturnType<typeof routerOf> | undefined;
  return (path) => {
    // Created on first use: it takes a seventh of the time to create a server, and most servers in specs never need it.
    router ??= routerOf(routes);
    const methods = new Set(routes.map(({ method }) => method));
    return [...methods].filter((method) => router?.find(method as HTTPMethod, path) !== null).sort();
  };
}

function routerOf(routes: readonly KnownRoute[]) {
  const router = createRouter({ maxParamLength: Number.MAX_SAFE_INTEGER });
  for (const { method, url } of routes) router.on(method as HTTPMethod, url, () => {});
  return router;
}

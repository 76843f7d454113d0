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
  const known = new Set<string>();
  app.decorate(decoration, routes);
  app.addHook('onRoute', ({ url, method: methods }) => {
    for (const method of [methods].flat()) {
      // One that another hook has refused may be registered again.
      if (known.has(`${method} ${url}`)) continue;
      known.add(`${method} ${url}`);
      routes.push({ method, url });
    }
  });
  let router: ReturnType<typeof routerOf> | undefined;
  return (path) => {
    // Made once it is asked for, as a seventh of what a server costs: most of those that specs make never are.
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

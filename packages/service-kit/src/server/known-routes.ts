import type { FastifyInstance } from 'fastify';

export type KnownRoute = { readonly method: string; readonly url: string };

export type KnownRoutes = {
  /** Every route in the order of registration, one entry per method. */
  all(): KnownRoute[];
  /** The methods that a path takes, sorted; none for a path that no route matches. */
  methodsOf(path: string): string[];
};

const decoration = 'knownRoutes';

/** The routes of a server made by `createServer`. */
export const routesOf = (app: FastifyInstance): KnownRoute[] =>
  app.getDecorator<KnownRoutes>(decoration).all();

/** Records every route that is registered from now on. */
export function rememberRoutes(app: FastifyInstance): KnownRoutes {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  const known: KnownRoutes = {
    all: () => [...routes].flatMap(([url, { methods }]) => [...methods].map((method) => ({ method, url }))),
    methodsOf(path) {
      const matching = [...routes.values()].filter((route) => route.pattern.test(path));
      return [...new Set(matching.flatMap((route) => [...route.methods]))].sort();
    },
  };
  app.decorate(decoration, known);
  return known;
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/');
  return new RegExp(`^${source}$`);
}

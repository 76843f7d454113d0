import type { FastifyInstance } from 'fastify';

export type KnownRoutes = {
  /** The methods that a path takes, sorted; none for a path that no route matches. */
  methodsOf(path: string): string[];
};

/** Remembers every route that is registered from now on. */
export function rememberRoutes(app: FastifyInstance): KnownRoutes {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const each of [method].flat()) route.methods.add(each);
    routes.set(url, route);
  });
  return {
    methodsOf(path) {
      const matching = [...routes.values()].filter((route) => route.pattern.test(path));
      return [...new Set(matching.flatMap((route) => [...route.methods]))].sort();
    },
  };
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

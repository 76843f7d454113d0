import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Stored = {
  readonly varied: readonly (readonly [string, string | undefined])[];
  readonly keys: readonly string[];
  readonly expires: number;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
};

const token = 'a-token-of-the-cdn';

/**
 * Starts a shared cache in front of `origins`, which it requests in turn. It keeps responses for their s-maxage,
 * respects Vary, and is purged by surrogate keys like Fastly.
 */
export async function startSharedCache(origins: readonly string[]) {
  let stored: [url: string, Stored][] = [];
  let asked = 0;
  const state = {
    hits: 0,
    /** Surrogate keys of each purge request. */
    purges: [] as string[][],
    /** Whether purges are answered with 503. */
    isRefusing: false,
    /** Awaited between a response's arrival and its storage. */
    beforeStoring: async (_url: string): Promise<void> => {},
    /** Milliseconds from a request after which its response is not stored any more. */
    longestTransit: Number.POSITIVE_INFINITY,
  };

  function purge({ headers }: IncomingMessage): number {
    if (headers['fastly-key'] !== token) return 401;
    const keys = String(headers['surrogate-key']).split(' ');
    state.purges.push(keys);
    if (state.isRefusing) return 503;
    stored = stored.filter(([, one]) => !one.keys.some((key) => keys.includes(key)));
    return 200;
  }

  async function load(url: string, given: Record<string, string>): Promise<Stored> {
    const begun = performance.now();
    const response = await fetch(`${origins[asked++ % origins.length]}${url}`, { headers: given });
    const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(response.headers);
    const vary = headers['vary']?.split(',').map((name) => name.trim()) ?? [];
    const body = await response.text();
    const [, seconds] = /\bs-maxage=(\d+)/.exec(headers['cache-control'] ?? '') ?? [];
    const found = {
      varied: vary.map((name) => [name, given[name]] as const),
      keys: headers['surrogate-key']?.split(' ') ?? [],
      expires: performance.now() + Number(seconds) * 1_000,
      status: response.status,
      headers,
      body,
    };
    await state.beforeStoring(url);
    const isInTime = performance.now() - begun < state.longestTransit;
    if (seconds !== undefined && isInTime) stored.push([url, found]);
    return found;
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { url = '/', method, headers } = request;
    if (method === 'POST' && url === '/purge') return response.writeHead(purge(request)).end();
    const { host: _, connection: __, ...given } = headers as Record<string, string>;
    const hit = stored.findLast(
      ([at, { varied, expires }]) =>
        at === url && performance.now() < expires && varied.every(([name, value]) => given[name] === value),
    )?.[1];
    if (hit) state.hits++;
    const { status, headers: sent, body } = hit ?? (await load(url, given));
    return response.writeHead(status, { ...sent, 'x-cache': hit ? 'HIT' : 'MISS' }).end(body);
  }

  // Otherwise it may close an idle connection while the next request is already on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error) => response.writeHead(502).end(String(error.cause ?? error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    origin,
    /** Configuration of a web that purges this cache. */
    config: { PAGE_PURGE_URL: `${origin}/purge`, PAGE_PURGE_TOKEN: token },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  });
}

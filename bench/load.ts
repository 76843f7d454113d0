import autocannon from 'autocannon';
import fastify from 'fastify';
import { type BenchContext, median } from './bench.ts';

/** Headers of a browser that accepts Brotli. */
export const browser = {
  'accept-encoding': 'br',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

/** Starts a bare Fastify route that sends these bytes with these headers. Resolves with its address. */
export async function startBareRoute(
  { defer }: BenchContext,
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const app = fastify();
  app.get('/', (_request, reply) => reply.headers(headers).send(bytes));
  defer(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

export type Load = { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/**
 * Resolves with the requests per second to `url` over the given number of seconds, sent on 32 connections from a
 * separate thread. Rejects if any request was not answered with 2xx.
 */
export async function load({ url, headers = {} }: Load, seconds = 2): Promise<number> {
  const { requests, errors, timeouts, non2xx } = await autocannon({
    url,
    headers,
    workers: 1,
    connections: 32,
    duration: seconds,
  });
  const failed = errors + timeouts + non2xx;
  if (failed > 0) throw new Error(`${failed} of the requests to ${url} failed`);
  return requests.average;
}

/**
 * Resolves with the median requests per second of each address, in the given order. They are measured in turn, so that
 * other load on the machine affects all of them equally.
 */
export async function compareLoads(loads: readonly Load[], turns = 3): Promise<number[]> {
  const measured = loads.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++)
    for (const [index, one] of loads.entries()) measured[index]?.push(await load(one));
  return measured.map((values) => median(values, Number));
}

import { positionHeader, topicsHeader } from '@journal/contracts';
import type { EarlyRequest, EarlyResponse } from '@journal/service-kit';
import { jsonType, revalidated } from './response.ts';
import type { ResponseCache } from './response-cache.ts';

/** What a response may depend on besides its URL: a session or a body. */
const varyingHeaders = ['cookie', 'content-length', 'transfer-encoding', 'expect'] as const;

/**
 * Returns a function that sends cached responses before Fastify, for a GET without a session whose URL a route has
 * already checked and answered. Headers, log lines and metrics are those of the route, which handles all other
 * requests.
 */
export function createEarlyResponder(cache: Pick<ResponseCache, 'get' | 'known'>) {
  return ({ method, url = '', headers }: EarlyRequest): EarlyResponse | undefined => {
    if (method !== 'GET') return undefined;
    for (const name of varyingHeaders) if (headers[name] !== undefined) return undefined;
    const known = cache.known(url);
    const tag = headers['if-none-match'];
    const wanted = headers[positionHeader];
    // A position that is ahead must be waited for. One that can't belong to this log is ignored.
    const found =
      known &&
      cache.get(
        known.key,
        ({ response, position }) =>
          (tag === undefined || tag === response.etag) && (wanted === undefined || wanted <= position),
      );
    if (!found) return undefined;
    const { response, position } = found;
    const { route, path } = known;
    // A response's own topics may differ from those of the response before it.
    const topics = response.topics?.join(' ') ?? known.topics;
    const head = [
      ...['x-content-type-options', 'nosniff', topicsHeader, topics, positionHeader, position],
      ...['etag', response.etag, 'cache-control', revalidated.public],
      ...(response.link === undefined ? [] : ['link', response.link]),
    ];
    if (tag !== undefined) return { status: 304, headers: head, body: undefined, route, path };
    const { body } = response;
    const headersOf200 = [...head, 'content-type', jsonType, 'content-length', `${body.length}`];
    return { status: 200, headers: headersOf200, body, route, path };
  };
}

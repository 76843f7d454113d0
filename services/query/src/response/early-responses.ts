import { positionHeader, requestIdHeader, topicsHeader } from '@journal/contracts';
import type { EarlyAnswer, EarlyRequest, EarlyResponse, Interceptor } from '@journal/service-kit';
import { type FinishedResponse, jsonType, revalidated } from './response.ts';
import type { ResponseCache } from './response-cache.ts';

type EarlyOptions = {
  readonly cache: Pick<ResponseCache, 'get' | 'known'>;
  readonly requestIdOf: (request: Parameters<Interceptor>[0]) => string;
  readonly record: (answer: EarlyAnswer) => void;
};

/** What a response may depend on beside its URL: a session, or a body. */
const more = ['cookie', 'content-length', 'transfer-encoding', 'expect'] as const;

/**
 * Returns the way to cached responses before Fastify, for a GET without a session whose URL a route has checked and
 * answered before. Headers, log lines and metrics are those of the route; what else is asked is passed on to it.
 */
export function createEarlyResponses({ cache, requestIdOf, record }: EarlyOptions) {
  let isClosing = false;

  function respond({ method, url = '', headers, requestId: idOf }: EarlyRequest): EarlyResponse | undefined {
    const since = performance.now();
    if (isClosing || method !== 'GET') return undefined;
    for (const name of more) if (headers[name] !== undefined) return undefined;
    const known = cache.known(url);
    const tag = headers['if-none-match'];
    const wanted = headers[positionHeader];
    // A position that is ahead has to be waited for; one that can't be of this log is ignored.
    const found =
      known &&
      cache.get(
        known.key,
        ({ response, position }) =>
          (tag === undefined || tag === response.etag) && (wanted === undefined || wanted <= position),
      );
    if (!found) return undefined;
    const { response, position } = found;
    const status = tag === undefined ? 200 : 304;
    const requestId = idOf();
    record({ method, requestId, path: known.path, route: known.route, status, since });
    return {
      status,
      headers: {
        [requestIdHeader]: requestId,
        'x-content-type-options': 'nosniff',
        [topicsHeader]: known.topics,
        [positionHeader]: position,
        etag: response.etag,
        'cache-control': revalidated.public,
        ...(response.link === undefined ? {} : { link: response.link }),
        ...(status === 200 ? contentHeaders(response) : {}),
      },
      body: status === 200 ? response.body : undefined,
    };
  }

  const intercept: Interceptor = (request, response, pass) => {
    const { method, url, headers } = request;
    const early = respond({ method, url, headers, requestId: () => requestIdOf(request) });
    if (!early) return pass();
    response.writeHead(early.status, early.headers);
    response.end(early.body);
  };

  return {
    respond,
    intercept,
    /** Passes everything on from now on. */
    close(): void {
      isClosing = true;
    },
  };
}

const contentHeaders = ({ body }: FinishedResponse) => ({
  'content-type': jsonType,
  'content-length': `${body.length}`,
});

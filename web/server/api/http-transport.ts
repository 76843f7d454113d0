import type { ApiTransport } from './api-transport.ts';
import type { Upstreams } from './upstreams.ts';

/** The query side over HTTP; an instance that can't be reached is passed over. */
export function createHttpTransport(upstreams: Upstreams): ApiTransport {
  return {
    async fetch(path, { headers, signal }) {
      let failure: unknown;
      for (const origin of upstreams.inTurn()) {
        try {
          const response = await fetch(origin + path, {
            headers,
            redirect: 'error',
            ...(signal ? { signal } : {}),
          });
          return {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            body: await response.text(),
          };
        } catch (error) {
          const tookTooLong = (signal?.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
          if (!signal?.aborted || tookTooLong) upstreams.didNotAnswer(origin);
          if (signal?.aborted) throw error;
          failure = error;
        }
      }
      throw failure;
    },
  };
}

import {
  type ApiAnswer,
  asApiError,
  createApiClient,
  type SendOptions,
  type Transport,
} from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';

const timeout = 5_000;

export type ReadApi = (path: string, requestId: string) => Promise<ApiAnswer>;
/** `knownTag`: the ETag of an earlier response. Resolves with undefined if the response would be unchanged. */
export type ReadIfChanged = (
  path: string,
  requestId: string,
  knownTag: string | undefined,
) => Promise<ApiAnswer | undefined>;

/**
 * Returns functions for reading public data for documents other than pages. Both reject with the API's own problem if
 * the thing does not exist or no longer does, and with `unavailable` if the API does not respond properly.
 */
export function createApiReader(transport: Transport): { read: ReadApi; readIfChanged: ReadIfChanged } {
  const client = createApiClient(transport, { timeout });

  function problemOf(cause: unknown): ProblemError {
    const { status, code } = asApiError(cause);
    const isGone = (status === 404 || status === 410) && code !== undefined;
    // A wrong address in a reader's request is not our fault: with a cause it would be logged as one.
    if (isGone) return new ProblemError(code);
    return new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
  }

  return {
    read: (path, requestId) =>
      client.get(path, { requestId }).catch((cause: unknown) => {
        throw problemOf(cause);
      }),
    async readIfChanged(path, requestId, knownTag) {
      const options: SendOptions = knownTag === undefined ? {} : { headers: { 'if-none-match': knownTag } };
      try {
        return await client.get(path, { requestId, ...options });
      } catch (cause) {
        if (knownTag !== undefined && asApiError(cause).status === 304) return undefined;
        throw problemOf(cause);
      }
    },
  };
}

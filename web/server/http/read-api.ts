import { type ApiAnswer, asApiError, createApiClient, type Transport } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';

const timeout = 5_000;

export type ReadApi = (path: string, requestId: string) => Promise<ApiAnswer>;

/**
 * Returns how documents beside the pages read what everybody may see. Rejects with the API's own problem where there is
 * no such thing, or no longer, and with `unavailable` where the API does not answer as it should.
 */
export function createApiReader(transport: Transport): ReadApi {
  const client = createApiClient(transport, { timeout });
  return (path, requestId) =>
    client.get(path, { requestId }).catch((cause: unknown) => {
      const { status, code } = asApiError(cause);
      const isGone = (status === 404 || status === 410) && code !== undefined;
      if (isGone) throw new ProblemError(code, {}, { cause });
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
    });
}

import { positionHeader, requestIdHeader } from '@journal/contracts';
import type { FastifyRequest } from 'fastify';
import type { ApiResponse, ApiTransport } from './api-transport.ts';

/** Milliseconds that a page waits for one read; more than a read waits for its position. */
export const readTimeout = 5_000;

/**
 * Reads the API as this visitor: with the request's id and the position that the visitor has reached. Reads end when
 * the visitor leaves (`left`).
 */
export function readAs(request: FastifyRequest, transport: ApiTransport, left: AbortSignal) {
  const position = request.headers[positionHeader];
  const headers = {
    accept: 'application/json',
    [requestIdHeader]: request.id,
    ...(typeof position === 'string' ? { [positionHeader]: position } : {}),
  };
  return async (path: string): Promise<ApiResponse> => {
    try {
      const response = await readInTime(transport, path, { headers, signal: left });
      if (response.status >= 500) request.log.warn({ path, status: response.status }, 'the API failed');
      return response;
    } catch (error) {
      if (!left.aborted) request.log.warn({ err: error, path }, 'the API did not answer');
      throw error;
    }
  };
}

/** `AbortSignal.timeout` would keep the whole request in memory until its time is over. */
async function readInTime(
  transport: ApiTransport,
  path: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) {
  const end = new AbortController();
  const abort = () => end.abort(init.signal.reason);
  const timer = setTimeout(() => end.abort(new Error('The API took too long')), readTimeout);
  init.signal.addEventListener('abort', abort, { once: true });
  if (init.signal.aborted) abort();
  try {
    return await transport.fetch(path, { headers: init.headers, signal: end.signal });
  } finally {
    clearTimeout(timer);
    init.signal.removeEventListener('abort', abort);
  }
}

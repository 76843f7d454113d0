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
  return (path: string): Promise<ApiResponse> =>
    transport.fetch(path, { headers, signal: AbortSignal.any([left, AbortSignal.timeout(readTimeout)]) });
}

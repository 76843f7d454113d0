import { positionHeader, requestIdHeader } from '@journal/contracts';
import type { FastifyRequest } from 'fastify';
import { toApiAnswer } from '../../data/api-answer.ts';
import { type Api, ApiError } from '../../data/api.port.ts';
import type { ApiTransport } from './api-transport.ts';

/** Longest a page waits for one read; more than a read waits for its position. */
export const readTimeout = 5_000;

/**
 * The API as this visitor sees it: reads carry the request's id and the position that the visitor has reached,
 * and end when the visitor leaves (`left`).
 */
export function createVisitorApi(transport: ApiTransport, request: FastifyRequest, left: AbortSignal): Api {
  const position = request.headers[positionHeader];
  const headers = {
    accept: 'application/json',
    [requestIdHeader]: request.id,
    ...(typeof position === 'string' ? { [positionHeader]: position } : {}),
  };
  return {
    async get(path) {
      const signal = AbortSignal.any([left, AbortSignal.timeout(readTimeout)]);
      const response = await transport.fetch(path, { headers, signal }).catch((error: unknown) => {
        throw new ApiError(503, 'The API does not answer', { cause: error });
      });
      const { link, ...answer } = { ...response, link: response.headers['link'] ?? null };
      return toApiAnswer({ ...answer, link });
    },
  };
}

import {
  type ApiResponse,
  positionHeader,
  requestIdHeader,
  type Transport,
  withDeadline,
} from '@journal/contracts';
import type { FastifyRequest } from 'fastify';

/** Milliseconds that a page waits for one read unless told. */
export const readTimeout = 1_000;
/** How much longer where the read waits for the visitor's position first. */
const positionTime = 2_000;

/**
 * Returns a function that reads the API as this visitor: with the request's id, the session, and the position that the
 * visitor has reached. A read ends when the visitor leaves (`left`), or after `timeout` milliseconds and as much longer
 * as it may wait for a position.
 */
export function readAs(
  request: FastifyRequest,
  transport: Transport,
  left: AbortSignal,
  timeout = readTimeout,
) {
  const position = request.headers[positionHeader];
  const cookie = sessionCookie(request.headers.cookie);
  const headers: Record<string, string> = {
    accept: 'application/json',
    [requestIdHeader]: request.id,
    ...(typeof position === 'string' ? { [positionHeader]: position } : {}),
    ...(cookie === undefined ? {} : { cookie }),
  };
  // A session has a position of its own.
  const mayWait = headers[positionHeader] !== undefined || cookie !== undefined;
  const wholeTimeout = mayWait ? timeout + positionTime : timeout;
  return async (target: string): Promise<ApiResponse> => {
    // Without the query, where people's searches are.
    const [path] = target.split('?', 1);
    try {
      const response = await withDeadline(
        wholeTimeout,
        (signal) => transport(target, { method: 'GET', headers, isSafe: true, signal }),
        left,
      );
      if (response.status >= 500) request.log.warn({ path, status: response.status }, 'the API failed');
      return response;
    } catch (error) {
      if (!left.aborted) request.log.warn({ err: error, path }, 'the API did not answer');
      throw error;
    }
  };
}

const named = /^(?:__Host-)?journal=./;

/** Of a Cookie header, what may be a session, as a header to send on; undefined for a visitor. */
export function sessionCookie(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => named.test(pair));
  return found.length === 0 ? undefined : found.join('; ');
}

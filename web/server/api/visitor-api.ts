import { positionHeader, requestIdHeader } from '@journal/contracts';
import type { FastifyRequest } from 'fastify';
import type { ApiResponse, ApiTransport } from './api-transport.ts';
import { sessionCookie } from './session-cookie.ts';

/** Milliseconds that a page waits for one read unless told. */
export const readTimeout = 1_000;
/** How much longer where the read waits for the visitor's position first. */
const positionTime = 2_000;

/**
 * Reads the API as this visitor: with the request's id, the session, and the position that the visitor has reached. Reads end when
 * the visitor leaves (`left`), or take longer than `patience` milliseconds. `told` hears of every read that ended by itself whether it was answered.
 */
export function readAs(
  request: FastifyRequest,
  transport: ApiTransport,
  left: AbortSignal,
  told: (answered: boolean, path: string) => void = () => {},
  patience = readTimeout,
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
  const timeout = mayWait ? patience + positionTime : patience;
  return async (path: string): Promise<ApiResponse> => {
    try {
      const response = await readInTime(transport, path, { headers, signal: left }, timeout);
      told(response.status < 500, path);
      if (response.status >= 500) request.log.warn({ path, status: response.status }, 'the API failed');
      return response;
    } catch (error) {
      if (!left.aborted) {
        told(false, path);
        request.log.warn({ err: error, path }, 'the API did not answer');
      }
      throw error;
    }
  };
}

/** `AbortSignal.timeout` would keep the whole request in memory until its time is over. */
async function readInTime(
  transport: ApiTransport,
  path: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
  timeout: number,
) {
  const end = new AbortController();
  const abort = () => end.abort(init.signal.reason);
  const timer = setTimeout(
    () => end.abort(new DOMException('The API took too long', 'TimeoutError')),
    timeout,
  );
  init.signal.addEventListener('abort', abort, { once: true });
  if (init.signal.aborted) abort();
  // The page does not rely on the transport to keep the time.
  const ended = new Promise<never>((_, reject) => {
    end.signal.addEventListener('abort', () => reject(end.signal.reason), { once: true });
    if (end.signal.aborted) reject(end.signal.reason);
  });
  try {
    return await Promise.race([ended, transport.fetch(path, { headers: init.headers, signal: end.signal })]);
  } finally {
    clearTimeout(timer);
    init.signal.removeEventListener('abort', abort);
  }
}

import type { FastifyRequest } from 'fastify';
import { loggedPath } from './logged-path.ts';

/**
 * What is logged of a request and of an error. Neither the query, where people's searches are, nor what of a path may be anything, nor the address they
 * come from, nor the values that a database repeats in its errors.
 */
export const logSerializers = {
  req: (request: FastifyRequest) => ({ method: request.method, path: loggedPath(request) }),
  err: (error: unknown) => describeError(error, 0),
};

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string };

const deepestCause = 4;

function describeError(error: unknown, depth: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error.cause === undefined || depth === deepestCause
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

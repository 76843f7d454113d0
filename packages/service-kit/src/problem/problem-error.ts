import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type FieldError,
  type Problem,
  type ProblemCode,
  problemCatalogue,
  problemMediaType,
} from '@journal/contracts';

export type ProblemDetails = {
  /** Message to use instead of the catalogue's. */
  message?: string;
  errors?: FieldError[];
  headers?: Record<string, string>;
};

/** Thrown by a route to respond with a problem from the catalogue. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly details: ProblemDetails;
  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    super(details.message ?? problemCatalogue[code].message, options);
    this.code = code;
    this.details = details;
  }
}

/** Returns the error for a request with an invalid field; the message is meant for the user. */
export const invalidField = (path: string, message: string): ProblemError =>
  new ProblemError('invalid-request', { message, errors: [{ path, message }] });

/** Returns the response body for a problem code. */
export function toProblem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  const { status, title, message } = problemCatalogue[code];
  return {
    type: `/problems/${code}`,
    title,
    status,
    code,
    message: details.message ?? message,
    ...(details.errors ? { errors: details.errors } : {}),
  };
}

/** Sends a problem from the catalogue before routing; closes the connection if the response has already started. */
export function answerProblem(
  response: ServerResponse,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(code);
  for (const name of response.getHeaderNames()) if (name !== 'connection') response.removeHeader(name);
  response.writeHead(problem.status, {
    'content-type': problemMediaType,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify(problem));
}

const codeOfClientError: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Handles `clientError` of an HTTP server: if the request is not HTTP, has too large headers or arrived too slowly,
 * writes the response to the socket and closes the connection.
 */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = toProblem(codeOfClientError[error.code ?? ''] ?? 'invalid-request');
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      `content-type: ${problemMediaType}`,
      'x-content-type-options: nosniff',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

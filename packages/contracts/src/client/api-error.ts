import type { Problem } from '../openapi/openapi.ts';
import type { ProblemCode } from '../problem/problem.catalogue.ts';

/**
 * A response of the API that is not 2xx. The message is the status, a colon, a space, and the body or, if it is empty,
 * the status text. If there was no response, `status` is 503, `cause` is the reason, and it is unknown whether the
 * request was executed.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The body, if it is problem+json. */
  readonly problem: Problem | undefined;
  /** Value of the Retry-After header, in seconds, if there is one. */
  readonly retryAfter: string | undefined;
  constructor(
    status: number,
    body: string,
    statusText = '',
    { retryAfter, ...options }: ErrorOptions & { readonly retryAfter?: string | undefined } = {},
  ) {
    super(`${status}: ${body || statusText}`, options);
    this.status = status;
    this.problem = problemOf(body);
    this.retryAfter = retryAfter;
  }

  /** Whether there was no response: the network is down, or the journal did not respond in time. */
  get isUnanswered(): boolean {
    return this.cause !== undefined;
  }

  /** The problem's code; undefined if the response has none. */
  get code(): ProblemCode | undefined {
    return this.problem?.code as ProblemCode | undefined;
  }
}

/** Whether a retry may succeed: there was no response, or the server was busy or unavailable. */
export const isTemporary = ({ status, code }: ApiError): boolean =>
  status >= 500 || status === 429 || status === 408 || code === 'write-conflict';

/**
 * Returns the reason for a failure in a few words. It contains nothing of the response but its code, so it may be
 * logged and stored.
 */
export function reasonOf({ status, code, cause, isUnanswered }: ApiError): string {
  if (code !== undefined && /^[a-z-]{1,60}$/.test(code)) return code;
  if (!isUnanswered) return `${status}`;
  return (cause as { name?: unknown }).name === 'TimeoutError' ? 'no answer in time' : 'no answer';
}

/** Returns an `ApiError` unchanged; wraps any other error, as the cause, in one with status 503. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(503, 'The journal is not responding', '', { cause: error });
}

function problemOf(body: string): Problem | undefined {
  try {
    const parsed = JSON.parse(body) as Partial<Problem> | null;
    const isProblem = typeof parsed?.code === 'string' && typeof parsed.message === 'string';
    return isProblem ? (parsed as Problem) : undefined;
  } catch {
    return undefined;
  }
}

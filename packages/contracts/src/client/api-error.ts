import type { Problem } from '../openapi/openapi.ts';
import type { ProblemCode } from '../problem/problem.catalogue.ts';

/**
 * An answer of the API that is not 2xx. The message is the status, a colon, a space, and the body or else the status
 * text. Where no answer came, `status` is 503, `cause` says why, and nobody knows whether the request was carried out.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The body, where it is problem+json. */
  readonly problem: Problem | undefined;
  /** In seconds, where the answer says when to come again. */
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

  /** Whether no answer came: the network is away, or the journal did not answer in time. */
  get isUnanswered(): boolean {
    return this.cause !== undefined;
  }

  /** The problem's code; undefined where the answer told none. */
  get code(): ProblemCode | undefined {
    return this.problem?.code as ProblemCode | undefined;
  }
}

/** Whether the same request may succeed later: nothing answered, or what answered was busy or away. */
export const isTemporary = ({ status, code }: ApiError): boolean =>
  status >= 500 || status === 429 || status === 408 || code === 'write-conflict';

/**
 * Returns why a request failed, in a word or three, without anything of the answer but its code: may be logged and
 * kept.
 */
export function reasonOf({ status, code, cause, isUnanswered }: ApiError): string {
  if (code !== undefined && /^[a-z-]{1,60}$/.test(code)) return code;
  if (!isUnanswered) return `${status}`;
  return (cause as { name?: unknown }).name === 'TimeoutError' ? 'no answer in time' : 'no answer';
}

/** Returns the error as it is where it is an `ApiError`, else one with status 503 that it is the cause of. */
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
